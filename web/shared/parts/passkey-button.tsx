import { KeyRound } from 'lucide';
import { Button, type ButtonProps } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

/** Asks the browser for a passkey; it shows its own window. */
export function PasskeyButton({ children, ...rest }: Pick<ButtonProps, 'onClick' | 'loading' | 'children'>) {
  return (
    <Button variant="secondary" {...rest}>
      <Icon of={KeyRound} className="size-5" />
      {children}
    </Button>
  );
}
