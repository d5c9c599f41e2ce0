import {
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { toast } from '#ui/toast-store.ts';
import { useTryToast } from '#ui/use-try-toast.ts';
import { type FieldPlaces, showFieldErrors } from '#web/shared/forms/field-errors.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { Abandoned } from './abandoned.ts';
import { mayHaveBeenDone } from './may-have-been-done.ts';

interface Told {
  title: string;
  description?: string | undefined;
  next?: string | undefined;
  /** Instead of that of a success. */
  tone?: 'info';
}

type Settings<Output, Input> = UseMutationOptions<Output, Error, Input>;

export interface CallMutationOptions<Output, Input, Values extends FieldValues>
  extends Pick<Settings<Output, Input>, 'mutationKey' | 'scope'>,
    Partial<FieldPlaces<Values>> {
  /** Set if the server may require a fresh sign-in first. */
  fresh?: boolean;
  onStart?: (input: Input) => unknown;
  /** The toast on success; none if undefined. */
  done?: Told | ((output: Output, input: Input) => Told | undefined);
  onDone?: (output: Output, input: Input) => unknown;
  /** Queries to read again on success; the mutation is pending until then. */
  stale?: readonly QueryKey[];
  /** Queries to read again also after a failure, as somebody else may have been faster. */
  staleAnyway?: readonly QueryKey[];
  /** Called first on a failure; returns true if no message is to be shown. Not called for Abandoned. */
  onRefused?: (error: Error, input: Input) => unknown;
  /** The title above the error, or the whole toast; without it no toast is shown. */
  failed?: string | ((error: Error, words: ReturnType<typeof useErrorText>) => Told | undefined);
  /** The title instead of a `failed` one, where it may have been done although it failed. */
  unheard?: string;
  /** Shows the failure also if fields show it. */
  tellsFieldErrors?: boolean;
  onEnd?: (output: Output | undefined, error: Error | null, input: Input) => unknown;
}

/**
 * A call that changes something: `useCallMutation((body: Body) => call('PUT ...', { body }), { failed: t('failed') })`.
 * Shows failures at the fields of `form`, else as a toast in the person's language, which the next try takes away.
 */
export function useCallMutation<Output, Input = void, Values extends FieldValues = FieldValues>(
  send: (input: Input) => Promise<Output>,
  options: CallMutationOptions<Output, Input, Values>,
): UseMutationResult<Output, Error, Input> {
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const tries = useTryToast();
  const queryClient = useQueryClient();
  const { form, stale, staleAnyway, done, failed, unheard } = options;
  const readAgain = (queryKeys: readonly QueryKey[] = []) =>
    Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return useMutation({
    mutationKey: options.mutationKey,
    scope: options.scope,
    mutationFn: (input: Input) => (options.fresh ? freshly(() => send(input)) : send(input)),
    onMutate: (input) => {
      tries.clear();
      return options.onStart?.(input);
    },
    onSuccess: async (output, input) => {
      const told = typeof done === 'function' ? done(output, input) : done;
      // Of two tries at once, the first may fail while the second is under way.
      if (told) toast({ tone: 'success', ...told });
      else tries.clear();
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
          : {
              title: (mayHaveBeenDone(error) && unheard) || failed,
              description: errors.message(error),
              next: errors.next(error),
            };
      if (told) tries.fail(told);
    },
    onSettled: async (output, error, input) => {
      await options.onEnd?.(output, error, input);
      await readAgain(staleAnyway);
    },
  });
}
