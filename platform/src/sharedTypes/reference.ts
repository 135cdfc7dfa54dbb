import path from 'node:path'
import ts from 'typescript'
import { ChangeRefused } from '../command/refused'
import { readPackage, sharedFolder } from '../webpack/singletons'
import { readingShared } from './compareTypes'

/* The reference of shared, from its sources: whatever is said there is so at every commit. */

const isFunction = (
  node: ts.Node | undefined,
): node is
  | ts.FunctionDeclaration
  | ts.ArrowFunction
  | ts.FunctionExpression
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration =>
  node !== undefined &&
  (ts.isFunctionDeclaration(node) ||
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node))

/** The text of a declaration as far as what it does. */
const head = (node: ts.Node, body: ts.Node | undefined) =>
  node
    .getText()
    .slice(0, body ? body.getStart() - node.getStart() : undefined)
    .replace(/\s*(?:=>)?\s*$/, '')

const isHidden = (member: ts.ClassElement) =>
  (ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0 ||
  (member.name !== undefined && ts.isPrivateIdentifier(member.name))

function classText(node: ts.ClassDeclaration): string {
  const members = node.members
    .filter((member) => !isHidden(member))
    .map(
      (member) =>
        `  ${isFunction(member) ? head(member, member.body) : head(member, ts.isPropertyDeclaration(member) ? member.initializer : undefined).replace(/ =$/, '')}`,
    )
  return `${node
    .getText()
    .slice(0, node.members.pos - node.getStart())
    .trim()}\n${members.join('\n')}\n}`
}

function signatureOf(node: ts.Declaration, checker: ts.TypeChecker): string {
  if (ts.isClassDeclaration(node)) return classText(node)
  if (isFunction(node)) return head(node, node.body)
  // Names that are taken from a table are what is looked for.
  if (ts.isTypeAliasDeclaration(node) && /\b(?:keyof|typeof)\b/.test(node.type.getText()) && !node.typeParameters) {
    return `type ${node.name.text} = ${checker.typeToString(checker.getTypeAtLocation(node), node, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias)}`
  }
  if (!ts.isVariableDeclaration(node)) return node.getText()
  if (isFunction(node.initializer)) return `const ${head(node, node.initializer.body)}`
  return `const ${node.name.getText()}: ${node.type?.getText() ?? checker.typeToString(checker.getTypeAtLocation(node), node)}`
}

/** What a function's parameters are called that the room does not export, such as the props of a component. */
function unnamed(node: ts.Declaration, exported: ReadonlySet<ts.Symbol>, checker: ts.TypeChecker): string[] {
  const declared = ts.isVariableDeclaration(node) ? node.initializer : node
  if (!isFunction(declared)) return []
  return declared.parameters.flatMap(({ type }) => {
    const symbol = type && ts.isTypeReferenceNode(type) ? checker.getSymbolAtLocation(type.typeName) : undefined
    const [declaration] = symbol?.declarations ?? []
    return symbol &&
      declaration &&
      !exported.has(symbol) &&
      (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
      ? [declaration.getText()]
      : []
  })
}

/** The index file of each room, by its import name. */
function roomFiles(): Record<string, string> {
  const rooms = Object.keys(readPackage(sharedFolder).exports ?? {}).filter((subpath) => !subpath.endsWith('.json'))
  return Object.fromEntries(
    rooms.map((subpath) => [
      `@multiball/shared/${subpath.slice(2)}`,
      path.join(sharedFolder, 'src', subpath, 'index.ts'),
    ]),
  )
}

/**
 * What rooms export, in Markdown: signatures, and what the sources say of them.
 * @param word only what has it in its name or description; empty for all
 * @param files index of each room, by its import name
 * @throws ChangeRefused when nothing has the word
 */
export function writeReference(word: string, files = roomFiles()): string {
  const program = ts.createProgram(Object.values(files), readingShared)
  const checker = program.getTypeChecker()
  const sought = word.toLowerCase()
  const rooms = Object.entries(files).map(([room, file]) => {
    const symbols = checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!)
      .map((symbol) => ({
        name: symbol.name,
        symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
    const exported = new Set(symbols.map(({ symbol }) => symbol))
    const entries = symbols.flatMap(({ name, symbol }) => {
      const tags = symbol.getJsDocTags(checker).map((tag) => `- @${tag.name} ${ts.displayPartsToString(tag.text)}`)
      const said = [ts.displayPartsToString(symbol.getDocumentationComment(checker)), tags.join('\n')]
        .filter(Boolean)
        .join('\n\n')
      if (!`${name}\n${said}`.toLowerCase().includes(sought)) return []
      const own = (symbol.declarations ?? []).filter(
        (node) => !node.getSourceFile().isDeclarationFile || node.getSourceFile().fileName.startsWith(sharedFolder),
      )
      const code = own.flatMap((node) => [signatureOf(node, checker), ...unnamed(node, exported, checker)])
      return [
        [
          `### ${name}`,
          said,
          code.length > 0
            ? `\`\`\`ts\n${code.map((text) => text.replace(/^export (?:declare )?/, '')).join('\n\n')}\n\`\`\``
            : 'From another package.',
        ]
          .filter(Boolean)
          .join('\n\n'),
      ]
    })
    return entries.length > 0 ? [`## ${room}`, ...entries].join('\n\n') : ''
  })
  const text = rooms.filter(Boolean).join('\n\n')
  if (!text)
    throw new ChangeRefused(
      `Nothing of shared has ${word} in its name or description. Without a word, all of it is listed.`,
    )
  return text
}
