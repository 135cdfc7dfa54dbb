import path from 'node:path'
import ts from 'typescript'
import { markPureCalls } from './pureCalls'
import { folderOf } from './singletons'

const compiled = (source: string, fileName: string) =>
  ts.transpileModule(source, {
    fileName,
    compilerOptions: { target: ts.ScriptTarget.ES2021, module: ts.ModuleKind.ESNext },
    transformers: { before: [markPureCalls] },
  }).outputText

const contract = path.join(folderOf('@multiball/shared/schema'), 'thing.ts')
const page = '/team/mf-x/src/Page.tsx'
const valibot = "import * as v from 'valibot'\n"

test.each([
  [
    'a schema, and the schemas in it',
    page,
    `${valibot}export const Thing = v.object({ id: v.number() })`,
    '/*#__PURE__*/ v.object({ id: /*#__PURE__*/ v.number() })',
  ],
  [
    'in a contract, what makes schemas of its own',
    contract,
    `${valibot}const Title = text(256, new Set())`,
    '/*#__PURE__*/ text(256, /*#__PURE__*/ new Set())',
  ],
  [
    'whatever the library is called',
    page,
    "import * as schema from 'valibot'\nconst Id = schema.number()",
    '/*#__PURE__*/ schema.number()',
  ],
])('a call that does nothing else may be dropped: %s', (_what, file, source, expected) =>
  expect(compiled(source, file)).toContain(expected),
)

test.each([
  ['what a page calls', page, `${valibot}const stop = start(v)`],
  [
    'what a function does when it is called',
    contract,
    `${valibot}const read = (input: unknown) => { v.parse(Thing, input) }`,
  ],
  ['what is done when the file is loaded', contract, `${valibot}v.setGlobalMessage('Wrong')`],
  ['the same name from elsewhere', page, "import * as v from './views'\nconst view = v.open()"],
])('a call that may do something stays: %s', (_what, file, source) =>
  expect(compiled(source, file)).not.toContain('__PURE__'),
)
