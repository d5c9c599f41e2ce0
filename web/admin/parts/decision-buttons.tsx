import { Button, type ButtonVariant } from '#ui/button.tsx';

interface DecisionButtonsProps<Decision extends string> {
  decisions: readonly { decision: Decision; label: string; variant?: ButtonVariant }[];
  /** The decision being sent. */
  sending: Decision | undefined;
  onDecide: (decision: Decision) => unknown;
}

/** Buttons for decisions, of which one is sent at a time. */
export function DecisionButtons<Decision extends string>(props: DecisionButtonsProps<Decision>) {
  const { decisions, sending, onDecide } = props;
  return (
    <div className="flex flex-wrap gap-2">
      {decisions.map(({ decision, label, variant = 'primary' }) => (
        <Button
          key={decision}
          variant={variant}
          loading={sending === decision}
          disabled={sending !== undefined && sending !== decision}
          onClick={() => void onDecide(decision)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
