import ts from 'typescript'

/**
 * Every declaration that the exports of these files can reach, by file and name: what nobody outside can see is no part
 * of it.
 * @param isOwn true for files whose declarations count
 */
export function surfaceOf(checker: ts.TypeChecker, exports: readonly ts.Symbol[], isOwn: (file: string) => boolean): Map<string, string> {
  const surface = new Map<string, string>()
  const resolved = (symbol: ts.Symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)

  function visit(symbol: ts.Symbol) {
    for (const declaration of symbol.declarations ?? []) {
      const source = declaration.getSourceFile()
      const key = `${source.fileName} ${symbol.name} ${declaration.pos}`
      if (!isOwn(source.fileName) || surface.has(key)) continue
      surface.set(key, declaration.getText(source))
      walk(declaration)
    }
  }

  function walk(node: ts.Node) {
    if (ts.isIdentifier(node)) {
      const named = checker.getSymbolAtLocation(node)
      if (named) visit(resolved(named))
    }
    ts.forEachChild(node, walk)
  }

  for (const symbol of exports) visit(resolved(symbol))
  return surface
}
