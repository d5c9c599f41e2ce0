import {
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { toast } from '#ui/toast-store.ts';
import { type FieldPlaces, showFieldErrors } from '#web/shared/forms/field-errors.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { Abandoned } from './abandoned.ts';

interface Told {
  title: string;
  description?: string | undefined;
}

type Settings<Output, Input> = UseMutationOptions<Output, Error, Input>;

export interface CallMutationOptions<Output, Input, Values extends FieldValues>
  extends Pick<Settings<Output, Input>, 'mutationKey' | 'scope'>,
    Partial<FieldPlaces<Values>> {
  /** The server may want a fresh sign-in first. */
  fresh?: boolean;
  onStart?: (input: Input) => unknown;
  /** Told when it is done; nothing for undefined. */
  done?: Told | ((output: Output, input: Input) => Told | undefined);
  onDone?: (output: Output, input: Input) => unknown;
  /** Read again once it is done; until then it is under way. */
  stale?: readonly QueryKey[];
  /** The same after a failure too: somebody else may have been faster. */
  staleAnyway?: readonly QueryKey[];
  /** Hears of a failure first; true where nothing more is to be told. A question that was left is no failure. */
  onRefused?: (error: Error, input: Input) => unknown;
  /** The title over the error, or all that is told; nothing without it. */
  failed?: string | ((error: Error, words: ReturnType<typeof useErrorText>) => Told | undefined);
  /** Tells the failure even where fields show it. */
  tellsFieldErrors?: boolean;
  onEnd?: (output: Output | undefined, error: Error | null, input: Input) => unknown;
}

/**
 * A call that changes something: `useCallMutation((body: Body) => call('PUT ...', { body }), { failed: t('failed') })`.
 * What fails is shown at the fields of `form`, else told in this language.
 */
export function useCallMutation<Output, Input = void, Values extends FieldValues = FieldValues>(
  send: (input: Input) => Promise<Output>,
  options: CallMutationOptions<Output, Input, Values>,
): UseMutationResult<Output, Error, Input> {
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  const { form, stale, staleAnyway, done, failed } = options;
  const readAgain = (queryKeys: readonly QueryKey[] = []) =>
    Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return useMutation({
    mutationKey: options.mutationKey,
    scope: options.scope,
    mutationFn: (input: Input) => (options.fresh ? freshly(() => send(input)) : send(input)),
    onMutate: (input) => options.onStart?.(input),
    onSuccess: async (output, input) => {
      const told = typeof done === 'function' ? done(output, input) : done;
      if (told) toast({ ...told, tone: 'success' });
      await options.onDone?.(output, input);
      await readAgain(stale);
    },
    onError: (error, input) => {
      if (error instanceof Abandoned || options.onRefused?.(error, input) === true) return;
      const shown = form && showFieldErrors({ ...options, form }, error, errors.text);
      if (!failed || (shown && !options.tellsFieldErrors)) return;
      const told =
        typeof failed === 'function'
          ? failed(error, errors)
          : { title: failed, description: errors.message(error) };
      if (told) toast({ ...told, tone: 'error' });
    },
    onSettled: async (output, error, input) => {
      await options.onEnd?.(output, error, input);
      await readAgain(staleAnyway);
    },
  });
}
