/**
 * Parses a request body for Stripe: form fields with nested names, as in `billing[address][city]=…` and
 * `limits[0][amount]=…` (https://docs.stripe.com/api). Values stay text.
 */
export function parseForm(text: string): Record<string, unknown> {
  const root: Node = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/([^[\]]+)/g)].map(([part]) => part);
    let node = root;
    for (const part of path.slice(0, -1)) {
      const child = node[part] ?? {};
      node[part] = child;
      if (typeof child === 'string') throw new Error(`${name} is both a value and a group`);
      node = child;
    }
    node[path.at(-1) ?? ''] = value;
  }
  return toLists(root) as Record<string, unknown>;
}

type Node = { [key: string]: Node | string };

function toLists(node: Node | string): unknown {
  if (typeof node === 'string') return node;
  const keys = Object.keys(node);
  const children = keys.map((key) => toLists(node[key] ?? ''));
  if (keys.length > 0 && keys.every((key, index) => key === String(index))) return children;
  return Object.fromEntries(keys.map((key, index) => [key, children[index]]));
}
