import type * as TypeScript from './typescript-api.ts';

/** Lists of this many words are stored once, under this name. */
const LONG_LIST_MIN = 60;
const LONG_LIST_NAME = 'mcc';

export type Schema = { [key: string]: unknown };

/** Turns declared types into JSON schemas; each named interface exists once in a closed and once in an open form. */
export class Walk {
  readonly definitions: Record<string, Schema> = {};
  readonly #ts: TypeScript.Api;
  readonly #checker: TypeScript.Checker;

  constructor(ts: TypeScript.Api, checker: TypeScript.Checker) {
    this.#ts = ts;
    this.#checker = checker;
  }

  /** Returns an exported type by its dotted name. */
  find(file: TypeScript.SourceFile | undefined, name: string): TypeScript.Type | undefined {
    let scope = file && this.#checker.getSymbolAtLocation(file);
    for (const part of name.split('.')) {
      scope = scope && this.#checker.getExportsOfModule(scope).find((symbol) => symbol.name === part);
    }
    return scope && this.#checker.getDeclaredTypeOfSymbol(scope);
  }

  schema(type: TypeScript.Type, closed: boolean): Schema {
    const { TypeFlags } = this.#ts;
    if (type.isUnion()) return this.#union(type.types, closed);
    if (type.isStringLiteral()) return { type: 'string', enum: [type.value] };
    if (type.flags & TypeFlags.StringLike) return { type: 'string' };
    if (type.flags & TypeFlags.NumberLike) return { type: 'number' };
    if (type.flags & TypeFlags.BooleanLike) return { type: 'boolean' };
    if (type.flags & TypeFlags.Null) return { type: 'null' };
    // `string & {}` stands for any other word.
    if (type.isIntersection()) return { type: 'string' };
    if (this.#checker.isArrayType(type)) {
      const [item] = this.#checker.getTypeArguments(type);
      return { type: 'array', items: item ? this.schema(item, closed) : {} };
    }
    return this.#object(type, closed);
  }

  #union(types: TypeScript.Type[], closed: boolean): Schema {
    const { TypeFlags } = this.#ts;
    const present = types.filter((type) => !(type.flags & TypeFlags.Undefined));
    const words = present.filter((type) => type.isStringLiteral()).map((type) => type.value);
    const isNull = (type: TypeScript.Type) => (type.flags & TypeFlags.Null) !== 0;
    const nullable = present.some(isNull);
    const otherWords = present.some((type) => type.isIntersection());
    const rest = present.filter((type) => !type.isStringLiteral() && !type.isIntersection() && !isNull(type));
    if (rest.length > 0 && rest.every((type) => type.flags & TypeFlags.BooleanLike)) {
      return nullable ? { anyOf: [{ type: 'boolean' }, { type: 'null' }] } : { type: 'boolean' };
    }
    if (words.length > 0 && rest.length === 0) return this.#words(words, nullable, otherWords && !closed);
    const parts = [...(words.length > 0 ? [{ type: 'string', enum: words }] : [])];
    const alternatives = [...parts, ...rest.map((type) => this.schema(type, closed))];
    if (nullable) alternatives.unshift({ type: 'null' } as never);
    const [only] = alternatives;
    return alternatives.length === 1 && only ? only : { anyOf: alternatives };
  }

  #words(words: string[], nullable: boolean, open: boolean): Schema {
    const type = nullable ? ['string', 'null'] : 'string';
    if (open) return { type };
    if (words.length < LONG_LIST_MIN) return { type, enum: nullable ? [...words, null] : words };
    this.definitions[LONG_LIST_NAME] ??= { type: 'string', enum: words };
    return { $ref: `#/$defs/${LONG_LIST_NAME}` };
  }

  #object(type: TypeScript.Type, closed: boolean): Schema {
    const values = this.#checker.getIndexInfosOfType(type)[0];
    if (values) return { type: 'object', additionalProperties: this.schema(values.type, closed) };
    const symbol = type.aliasSymbol ?? type.symbol;
    const full = this.#checker.getFullyQualifiedName(symbol).replace(/^"[^"]*"\./, '');
    const name = `${closed ? 'req' : 'res'}.${full}`;
    if (!this.definitions[name]) {
      const properties: Record<string, Schema> = {};
      const required: string[] = [];
      const definition: Schema = { type: 'object', properties };
      this.definitions[name] = definition;
      for (const property of this.#checker.getPropertiesOfType(type)) {
        const optional = (property.flags & this.#ts.SymbolFlags.Optional) !== 0;
        properties[property.name] = this.schema(this.#checker.getTypeOfSymbol(property), closed);
        if (!optional) required.push(property.name);
      }
      if (required.length > 0) definition.required = required;
      definition.additionalProperties = !closed;
    }
    return { $ref: `#/$defs/${name}` };
  }
}
