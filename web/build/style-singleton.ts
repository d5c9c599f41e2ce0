import { useEffect } from 'react';

/**
 * Replaces the package react-style-singleton, which inserts <style> elements that a strict content security policy
 * blocks. Constructed style sheets (CSSOM) are allowed. The first rules apply as long as anything uses them.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }): null {
    // biome-ignore lint/correctness/useExhaustiveDependencies: only dynamic rules depend on their text
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
