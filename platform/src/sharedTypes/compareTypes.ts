import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import ts from 'typescript'
import type { Declarations } from './declarations'

export type Level = 'major' | 'minor' | 'patch'

export interface Comparison {
  level: Level
  /** what a remote that was built with the older one may stumble over, in words */
  breaking: string[]
  /** what only breaks where a remote is built again */
  rebuilding: string[]
  /** exports that are new */
  added: string[]
}

/** Rooms that every build brings along, or that no page has: a page with newer ones breaks nobody. */
type Bundled = ReadonlySet<string>

/** Files of other packages and of TypeScript itself, which are the same in every comparison. */
const parsed = new Map<string, ts.SourceFile | undefined>()

const probeName = 'probe.ts'

/** How the compiler reads what shared exports. */
export const readingShared: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
}

/** Both versions in one program, so that the compiler itself says what may stand for what; `probe` is compiled with them. */
function programOf(before: Declarations, after: Declarations, place: string, probe = '', older?: ts.Program) {
  const texts = new Map<string, string>()
  const fileOf = (side: string, name: string) => path.posix.join(place, side, name)
  for (const [side, { files }] of [
    ['before', before],
    ['after', after],
  ] as const) {
    for (const [name, text] of Object.entries(files))
      texts.set(fileOf(side, name), text.replaceAll('@multiball/shared/', `@multiball-${side}/`))
  }
  const probeFile = path.posix.join(place, probeName)
  texts.set(probeFile, probe)
  const options: ts.CompilerOptions = {
    ...readingShared,
    noErrorTruncation: true,
    paths: Object.fromEntries(
      ['before', 'after'].map((side) => [`@multiball-${side}/*`, [fileOf(side, '*/index.d.ts')]]),
    ),
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile, directoryExists } = host
  host.fileExists = (file) => texts.has(file) || fileExists(file)
  host.readFile = (file) => texts.get(file) ?? readFile(file)
  host.directoryExists = (folder) =>
    [...texts.keys()].some((file) => file.startsWith(`${folder}/`)) || (directoryExists?.(folder) ?? true)
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const text = texts.get(file)
    if (text !== undefined) return ts.createSourceFile(file, text, languageVersion)
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, languageVersion, ...rest))
    return parsed.get(file)
  }
  const roots = [
    probeFile,
    ...Object.values(before.rooms).map((file) => fileOf('before', file)),
    ...Object.values(after.rooms).map((file) => fileOf('after', file)),
  ]
  const program = ts.createProgram(roots, options, host, older)
  return { program, checker: program.getTypeChecker(), fileOf, probeFile }
}

/** Longer explanations are lists of properties that nobody reads. */
const longestReason = 240

/** The innermost reason of the compiler, which names what does not fit; undefined when it is not a sentence for people. */
function innermost(message: string | ts.DiagnosticMessageChain): string | undefined {
  let reason = message
  while (typeof reason !== 'string' && reason.next?.[0]) reason = reason.next[0]
  const text = typeof reason === 'string' ? reason : reason.messageText
  const [, twice] = /^Type '(.*)' is not assignable to type '\1'/.exec(text) ?? []
  return twice === undefined && text.length <= longestReason ? text.replace(/\.$/, '') : undefined
}

/**
 * What a change of shared's public types means for those who use them: an export that is gone, or that no longer stands
 * where the older one did, is major; one that is new, or takes more, is minor; anything else a patch.
 * Our own, and not @microsoft/api-extractor: that one says the same of a field that became optional and of one that has to be
 * there now, that the signature has changed, and leaves the verdict to who reviews its report.
 * @param place a folder, which need not exist, from where the packages of others are found
 */
export function compareTypes(
  before: Declarations,
  after: Declarations,
  place: string,
  bundled: Bundled = new Set(),
): Comparison {
  const folder = place.replaceAll(path.sep, '/')
  const { program, checker, fileOf } = programOf(before, after, folder)
  const exportsOf = (file: string) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    const symbols = module ? checker.getExportsOfModule(module) : []
    return new Map(
      symbols.map((symbol) => [
        symbol.name,
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
      ]),
    )
  }
  const wordsOf = (node: ts.Node) => node.getText().replace(/@multiball-(?:before|after)\//g, '')
  const textOf = (symbol: ts.Symbol) => (symbol.declarations ?? []).map(wordsOf).join('\n')

  /** Properties that may be left out do not show when types are compared: their absence does. Those named by a symbol, as lists have them, cannot be asked for. */
  const lostOf = (was: ts.Type, is: ts.Type | undefined) =>
    was.flags & ts.TypeFlags.Object
      ? was
          .getProperties()
          .map(({ name }) => name)
          .filter((name) => !name.startsWith('__@') && !is?.getProperty(name))
      : []

  /** What a component takes; undefined for what is not a component, or has parameters. Whether it is a function or memo is nobody's business. */
  function propsOf(symbol: ts.Symbol): { props: ts.Type | undefined } | undefined {
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
    if (!signature || signature.typeParameters || !/^[A-Z]/.test(symbol.name)) return undefined
    const [parameter] = signature.getParameters()
    return { props: parameter && checker.getTypeOfSymbol(parameter) }
  }

  function changedValue(older: ts.Symbol, newer: ts.Symbol): string | undefined {
    const [was, is] = [propsOf(older), propsOf(newer)]
    if (was && is) {
      const lost = was.props ? lostOf(was.props, is.props) : []
      if (lost.length > 0) return `no longer takes ${lost.join(', ')}`
      const required = was.props
        ? []
        : (is.props?.getProperties() ?? []).filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
      if (required.length > 0) return `needs ${required.map(({ name }) => name).join(', ')}`
      return !was.props || !is.props || checker.isTypeAssignableTo(was.props, is.props)
        ? undefined
        : 'takes other props'
    }
    const [type, newType] = [checker.getTypeOfSymbol(older), checker.getTypeOfSymbol(newer)]
    if (checker.isTypeAssignableTo(newType, type)) return undefined
    // What depends on its own parameters fits nothing but itself, not even what was written with the same words.
    const isGeneric = type.getCallSignatures().some(({ typeParameters = [] }) => typeParameters.length > 0)
    return isGeneric && (textOf(older) === textOf(newer) || onlyGivesMore(older, newer))
      ? undefined
      : 'no longer fits where it stood'
  }

  /** What a parameter takes; what of it the function gives names to is its own business. */
  const takenBy = ({ type, questionToken, dotDotDotToken }: ts.ParameterDeclaration) => [
    type && wordsOf(type),
    questionToken !== undefined,
    dotDotDotToken !== undefined,
  ]

  /** True for functions that take the same, letter by letter, and where what the newer one returns fits where the older one's did. */
  function onlyGivesMore(older: ts.Symbol, newer: ts.Symbol): boolean {
    const takes = ({ valueDeclaration: declaration }: ts.Symbol) =>
      declaration && ts.isFunctionDeclaration(declaration)
        ? [declaration.typeParameters?.map(wordsOf), declaration.parameters.map(takenBy)]
        : undefined
    const taken = takes(older)
    if (!taken || !isDeepStrictEqual(taken, takes(newer))) return false
    const [was, is] = [older, newer].map((symbol) =>
      checker.getTypeOfSymbol(symbol).getCallSignatures()[0]!.getReturnType(),
    )
    return checker.isTypeAssignableTo(is!, was!)
  }

  /** Why the newer one cannot stand for the older one; undefined when it can. */
  function changed(older: ts.Symbol, newer: ts.Symbol): string | undefined {
    const isValue = (symbol: ts.Symbol) => (symbol.flags & ts.SymbolFlags.Value) !== 0
    const isType = (symbol: ts.Symbol) => (symbol.flags & ts.SymbolFlags.Type) !== 0
    if ((isValue(older) && !isValue(newer)) || (isType(older) && !isType(newer))) return 'is of another kind'
    const reason = isValue(older) ? changedValue(older, newer) : undefined
    if (reason) return reason
    if (!isType(older)) return undefined
    const [was, is] = [checker.getDeclaredTypeOfSymbol(older), checker.getDeclaredTypeOfSymbol(newer)]
    // Whose parameters are its own cannot be compared with another's.
    const isGeneric = (older.declarations ?? []).some(
      (declaration) => ((declaration as ts.InterfaceDeclaration).typeParameters?.length ?? 0) > 0,
    )
    if (isGeneric)
      return textOf(older) === textOf(newer) || onlyAddsOptions(older, newer)
        ? undefined
        : 'has parameters, and another text'
    // It is read by some and made by others: it has to stand for the older one, and the older one for it.
    if (!checker.isTypeAssignableTo(is, was)) return 'is no longer all that it was'
    const lost = lostOf(was, is)
    if (lost.length > 0) return `lacks ${lost.join(', ')}`
    return checker.isTypeAssignableTo(was, is) ? undefined : 'asks for more than it did'
  }

  /** Lines for each of these exports that make the compiler say why the newer one does not fit. */
  function explain(broken: readonly Broken[]): string[] {
    const lines = broken.map(({ room, name }) => {
      const [older, newer] = (['before', 'after'] as const).map(
        (side) => `import('@multiball-${side}/${room}').${name}`,
      )
      return [
        `export const value_${name}: typeof ${older} = {} as typeof ${newer}`,
        `export const type_${name} = (is: ${newer}): ${older} => is`,
        `export const back_${name} = (was: ${older}): ${newer} => was`,
      ]
    })
    const probed = programOf(before, after, folder, lines.flat().join('\n'), program)
    const source = probed.program.getSourceFile(probed.probeFile)!
    const found = new Map<number, string>()
    for (const { start, code, messageText } of probed.program.getSemanticDiagnostics(source)) {
      // That an import is a type and no value, or has parameters, is no news.
      if (start === undefined || [2694, 2693, 2749, 2314, 2315, 2707].includes(code)) continue
      const index = Math.floor(source.getLineAndCharacterOfPosition(start).line / 3)
      const reason = innermost(messageText)
      if (reason && !found.has(index)) found.set(index, reason)
    }
    return broken.map(
      ({ room, name, reason }, index) => `${room}: ${name} ${reason}${found.has(index) ? `. ${found.get(index)}` : ''}`,
    )
  }

  const broken: Broken[] = []
  const gone: string[] = []
  const added: string[] = []
  for (const [room, file] of Object.entries(before.rooms)) {
    if (!after.rooms[room]) {
      gone.push(room)
      continue
    }
    const [older, newer] = [exportsOf(fileOf('before', file)), exportsOf(fileOf('after', after.rooms[room]))]
    for (const [name, symbol] of older) {
      const successor = newer.get(name)
      const reason = successor ? changed(symbol, successor) : 'is gone'
      if (reason) broken.push({ room, name, reason, isThere: successor !== undefined })
    }
    added.push(...[...newer.keys()].filter((name) => !older.has(name)).map((name) => `${room}: ${name}`))
  }
  added.push(
    ...Object.keys(after.rooms)
      .filter((room) => !before.rooms[room])
      .map((room) => `${room}: a new room`),
  )

  const inPages = broken.filter(({ room }) => !bundled.has(room))
  const inBuilds = broken.filter(({ room }) => bundled.has(room))
  const sentences = (some: readonly Broken[]) => {
    const there = some.filter(({ isThere }) => isThere)
    return [
      ...some.filter(({ isThere }) => !isThere).map(({ room, name, reason }) => `${room}: ${name} ${reason}`),
      ...(there.length > 0 ? explain(there) : []),
    ]
  }
  const breaking = [
    ...gone.filter((room) => !bundled.has(room)).map((room) => `${room}: the room is gone`),
    ...sentences(inPages),
  ]
  const rebuilding = [
    ...gone.filter((room) => bundled.has(room)).map((room) => `${room}: the room is gone`),
    ...sentences(inBuilds),
  ]

  const surface = (side: 'before' | 'after', { rooms }: Declarations) => {
    const prefix = fileOf(side, '')
    const exported = Object.values(rooms).flatMap((file) => [...exportsOf(fileOf(side, file)).values()])
    const lines = [...surfaceOf(checker, exported, (file) => file.startsWith(prefix))].map(([key, text]) =>
      `${key.slice(prefix.length).replace(/ \d+$/, '')} ${text}`.replaceAll(`@multiball-${side}/`, ''),
    )
    return lines.sort().join('\n')
  }
  const isSame = () => surface('before', before) === surface('after', after)
  return {
    level: breaking.length > 0 ? 'major' : rebuilding.length > 0 || added.length > 0 || !isSame() ? 'minor' : 'patch',
    breaking,
    rebuilding,
    added,
  }
}

interface Broken {
  room: string
  name: string
  reason: string
  /** it is still exported */
  isThere: boolean
}

/** Whether an interface with parameters is the older one word for word, but for members that may be left out. */
function onlyAddsOptions(older: ts.Symbol, newer: ts.Symbol): boolean {
  const [was, is] = [older, newer].map(({ declarations = [] }) =>
    declarations.length === 1 ? declarations[0] : undefined,
  )
  if (!was || !is || !ts.isInterfaceDeclaration(was) || !ts.isInterfaceDeclaration(is)) return false
  const headOf = ({
    typeParameters = [],
    heritageClauses = [],
  }: {
    typeParameters?: readonly ts.Node[]
    heritageClauses?: readonly ts.Node[]
  }) => [...typeParameters, ...heritageClauses].map((node) => node.getText()).join()
  const wordsOf = (member: ts.TypeElement) => member.getText().replace(/[;,]$/, '')
  const known = new Set(was.members.map(wordsOf))
  const added = is.members.filter((member) => !known.delete(wordsOf(member)))
  return (
    headOf(was) === headOf(is) && known.size === 0 && added.every(({ questionToken }) => questionToken !== undefined)
  )
}

/**
 * Every declaration that the exports of these files can reach, by file and name: what nobody outside can see is no part
 * of it.
 * @param isOwn true for files whose declarations count
 */
function surfaceOf(
  checker: ts.TypeChecker,
  exports: readonly ts.Symbol[],
  isOwn: (file: string) => boolean,
): Map<string, string> {
  const surface = new Map<string, string>()
  const resolved = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

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
