/** What stands in the app's page until its code is there, and for browsers that run none. */
export function Loading({ loading, needsScript }: { loading: string; needsScript: string }) {
  return (
    <>
      <p className="grid min-h-dvh place-items-center" role="status">
        {loading}
      </p>
      <noscript>{needsScript}</noscript>
    </>
  );
}
