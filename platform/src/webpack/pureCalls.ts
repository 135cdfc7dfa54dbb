import ts from 'typescript'
import { folderOf } from './singletons'

const schemaRoom = folderOf('@multiball/shared/schema')

/** The name by which a file imports all of valibot, such as `v`. */
function valibotName(file: ts.SourceFile): string | undefined {
  for (const statement of file.statements) {
    if (
      !ts.isImportDeclaration(statement) ||
      !ts.isStringLiteral(statement.moduleSpecifier) ||
      statement.moduleSpecifier.text !== 'valibot'
    )
      continue
    const bindings = statement.importClause?.namedBindings
    if (bindings && ts.isNamespaceImport(bindings)) return bindings.name.text
  }
  return undefined
}

/**
 * Tells the minimizer which calls it may drop when nobody uses what they return. It cannot know that `v.object(…)` does
 * nothing else, so every build kept the schemas of all contracts it had one schema of. Marked are calls of valibot in
 * top-level declarations, and in the room of contracts, which is pure, every other call there too.
 */
export const markPureCalls: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const valibot = valibotName(file)
  const isContract = file.fileName.startsWith(schemaRoom)
  if (!valibot && !isContract) return file

  const ofValibot = (call: ts.CallExpression | ts.NewExpression) =>
    ts.isPropertyAccessExpression(call.expression) &&
    ts.isIdentifier(call.expression.expression) &&
    call.expression.expression.text === valibot
  const mark = (node: ts.Node): ts.Node => {
    // What a function does when it is called is its own business.
    if (ts.isFunctionLike(node)) return node
    const marked = ts.visitEachChild(node, mark, context)
    const isPure = (ts.isCallExpression(marked) || ts.isNewExpression(marked)) && (isContract || ofValibot(marked))
    return isPure ? ts.addSyntheticLeadingComment(marked, ts.SyntaxKind.MultiLineCommentTrivia, '#__PURE__') : marked
  }
  const statements = file.statements.map((statement) =>
    ts.isVariableStatement(statement) ? (mark(statement) as ts.Statement) : statement,
  )
  return context.factory.updateSourceFile(file, statements)
}
