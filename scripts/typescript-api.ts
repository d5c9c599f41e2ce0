/**
 * The parts of TypeScript 5's compiler API that `vendor-schemas.ts` uses. The project's own TypeScript has no such
 * API, so the script downloads version 5.
 */
export interface Api {
  createProgram(files: string[], options: Record<string, boolean>): Program;
  TypeFlags: Record<'StringLike' | 'NumberLike' | 'BooleanLike' | 'Null' | 'Undefined', number>;
  SymbolFlags: Record<'Optional', number>;
}

interface Program {
  getTypeChecker(): Checker;
  getSourceFile(file: string): SourceFile | undefined;
}

/** Opaque: passed from the program to the checker. */
export type SourceFile = { readonly fileName: string };

interface CompilerSymbol {
  name: string;
  flags: number;
}

export interface Type {
  flags: number;
  symbol: CompilerSymbol;
  aliasSymbol?: CompilerSymbol;
  isUnion(): this is Type & { types: Type[] };
  isIntersection(): boolean;
  isStringLiteral(): this is Type & { value: string };
}

export interface Checker {
  getSymbolAtLocation(file: SourceFile): CompilerSymbol | undefined;
  getExportsOfModule(symbol: CompilerSymbol): CompilerSymbol[];
  getDeclaredTypeOfSymbol(symbol: CompilerSymbol): Type;
  getTypeOfSymbol(symbol: CompilerSymbol): Type;
  getPropertiesOfType(type: Type): CompilerSymbol[];
  getIndexInfosOfType(type: Type): { type: Type }[];
  getTypeArguments(type: Type): readonly Type[];
  isArrayType(type: Type): boolean;
  getFullyQualifiedName(symbol: CompilerSymbol): string;
}
