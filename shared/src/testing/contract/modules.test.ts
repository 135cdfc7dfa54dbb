import type { RemoteManifest } from '@multiball/shared/schema'
import { manifestProblems, moduleProblem } from './modules'

const manifest: RemoteManifest = {
  routes: [{ path: '/prizes/*', expose: './routes' }],
  navigation: { label: 'Prizes', path: '/prizes', icon: 'prize', order: 90 },
  exposes: { './routes': './src/routes.tsx', './display': './src/display.tsx' },
  display: 'scoreboard',
  requires: { shared: '^1.0.0', react: '^19.0.0' },
}
const Component = () => null

test.each<[string, Partial<RemoteManifest>, RegExp[]]>([
  ['a manifest that fits', {}, []],
  [
    'a route of an expose that is not there',
    { routes: [{ path: '/prizes/*', expose: './pages' }] },
    [/\.\/pages, which is not in "exposes"/],
  ],
  [
    'a navigation item that leads elsewhere',
    { navigation: { label: 'Prizes', path: '/prices', icon: 'prize', order: 1 } },
    [/leads to \/prices/],
  ],
  ['a display that is not exposed', { exposes: { './routes': './src/routes.tsx' } }, [/exposes no \.\/display/]],
  [
    'a file that is not there',
    { exposes: { './routes': './src/gone.tsx', './display': './src/display.tsx' } },
    [/gone\.tsx, where no file is/],
  ],
])('%s', (_what, changes, problems) => {
  expect(manifestProblems({ ...manifest, ...changes }, (file) => !file.includes('gone'))).toEqual(
    problems.map((problem) => expect.stringMatching(problem)),
  )
})

test.each<[string, string, unknown, RegExp | undefined]>([
  ['routes', './routes', { default: Component }, undefined],
  ['routes without a default export', './routes', { Routes: Component }, /default export/],
  ['a page of another name', './more', { default: Component }, undefined],
  ['a page of another name without a default export', './more', {}, /\.\/more needs a component/],
  ['routes that are an element', './routes', { default: 'page' }, /default export/],
  ['a display', './display', { display: { type: 'scoreboard', Display: Component } }, undefined],
  [
    'a display of another type',
    './display',
    { display: { type: 'leaderboard', Display: Component } },
    /type scoreboard; it has leaderboard/,
  ],
  ['a display without a component', './display', { display: { type: 'scoreboard' } }, /display\.Display/],
  ['an empty module', './display', undefined, /named display/],
  ['commands', './commands', { commands: async () => [] }, undefined],
  ['commands that are a list', './commands', { commands: [] }, /named commands/],
  ['a section of Help', './help', { default: Component }, undefined],
  ['a section of Help that is none', './help', {}, /\.\/help needs a component/],
  ['something else that a remote exposes', './embed', {}, undefined],
])('%s', (_what, expose, module, problem) => {
  const found = moduleProblem(expose, module, {
    ...manifest,
    routes: [...manifest.routes, { path: '/more/*', expose: './more' }],
  })
  if (problem) expect(found).toMatch(problem)
  else expect(found).toBeUndefined()
})
