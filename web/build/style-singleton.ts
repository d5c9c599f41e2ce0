import { useEffect } from 'react';

/**
 * Stands in for the package react-style-singleton, which inserts <style> elements that a strict content security
 * policy blocks. Constructed style sheets (CSSOM) are not inline styles. The first rules win while anything shows them.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }): null {
    // biome-ignore lint/correctness/useExhaustiveDependencies: only dynamic rules follow their text
    useEffect(() => {
      users += 1;
      if (!sheet) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        users -= 1;
        if (users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
        sheet = undefined;
      };
    }, [dynamic ? styles : undefined]);
    return null;
  };
}
