/** Where the member was when the server no longer knew their session; the sign-in screen says so and leads back there. */
let left: string | undefined;

export function noteSessionEnd(address: string): void {
  left = address;
}

export const wasEnded = (): boolean => left !== undefined;

/** The address to go back to, once. */
export function takeReturn(): string | undefined {
  const address = left;
  left = undefined;
  return address;
}
