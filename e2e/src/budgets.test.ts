import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/*
 * What pages may weigh at most: bytes that a new visitor gets before the page is of use, of scripts and styles, compressed
 * with brotli as `npm run build` leaves them. A budget is what the page weighed when it was last set, and a fiftieth more.
 */

/** kB of a viewer's page with the display of a board type */
const viewers: Record<string, number> = {
  scoreboard: 153,
  leaderboard: 144,
  comboboard: 149,
  slideshow: 141,
  streamboard: 156,
  eventboard: 157,
}

/** kB of an inline board in a partner's page, with its loader */
const embeds: Record<string, number> = {
  scoreboard: 154,
  leaderboard: 146,
  comboboard: 152,
  slideshow: 144,
  streamboard: 157,
  eventboard: 159,
}

/** kB of the dashboard: the login, each section that is opened first, and the room of forms, which comes with the first form */
const dashboard: Record<string, number> = {
  login: 166,
  forms: 15,
  'mf-comboboards': 184,
  'mf-displays': 190,
  'mf-embeds': 195,
  'mf-eventboards': 208,
  'mf-leaderboards': 189,
  'mf-scoreboards': 189,
  'mf-slideshows': 190,
  'mf-streamboards': 184,
  'mf-venues': 203,
}

/** kB of all that a remote has, forms and what else it loads only when it is opened included */
const whole: Record<string, number> = {
  'mf-comboboards': 24,
  'mf-displays': 19.4,
  'mf-embeds': 17,
  'mf-eventboards': 47,
  'mf-leaderboards': 25.7,
  'mf-scoreboards': 45.5,
  'mf-slideshows': 21,
  'mf-streamboards': 43.5,
  'mf-venues': 140.5,
  'mf-viewer': 36.5,
}

interface Assets {
  scripts: { src: string }[]
  preload: string[]
  styles: string[]
}
interface Version {
  entry: { src: string }
  exposes: Record<string, { scripts: string[]; styles: string[] }>
  display?: string
  routes: { path: string; expose: string }[]
  page?: { assets: Assets }
}
interface Published {
  shell: { active: string; versions: Record<string, { assets: Assets }> }
  embed: { active: string; versions: Record<string, { files: Record<string, { src: string }> }> }
  remotes: Record<string, { active: string; versions: Record<string, Version> }>
}

const deploy = process.env.DEPLOY_DIR ?? path.resolve(import.meta.dirname, '../../deploy')
const registry = JSON.parse(readFileSync(path.join(deploy, 'registry.json'), 'utf8')) as Published
const remotes = Object.entries(registry.remotes).map(([name, { active, versions }]) => ({ name, ...versions[active]! }))

const weigh = (files: Iterable<string>) =>
  [...new Set(files)].reduce((bytes, file) => bytes + statSync(path.join(deploy, `${file}.br`)).size, 0) / 1000

const ofPage = ({ scripts, preload, styles }: Assets) => [...scripts.map(({ src }) => src), ...preload, ...styles]
const ofExpose = ({ entry, exposes }: Version, expose: string) => [
  entry.src,
  ...exposes[expose]!.scripts,
  ...exposes[expose]!.styles,
]

const displays = remotes.flatMap((remote) =>
  remote.display === undefined ? [] : [{ type: remote.display, files: ofExpose(remote, './display') }],
)

/** The files of an inline board that are the same for each: the loader and what it starts. */
function inside(): string[] {
  const { active, versions } = registry.embed
  const build = JSON.parse(readFileSync(path.join(deploy, 'r/embed', active, 'build.json'), 'utf8')) as { page: Assets }
  return [versions[active]!.files['board.js']!.src, ...ofPage(build.page).map((file) => `/r/embed/${active}/${file}`)]
}

const viewer = ofPage(remotes.find(({ page }) => page)!.page!.assets)
const shell = ofPage(registry.shell.versions[registry.shell.active]!.assets)
const shellFolder = `/r/shell/${registry.shell.active}`
const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(path.join(deploy, folder))
    .filter((file) => pattern.test(file))
    .map((file) => `${folder}/${file}`)
// What the shell loads with the first section: the rooms that only sections need.
const rooms = filesIn(shellFolder, /^page-rooms\.[^.]+\.(?:js|css)$/)
const forms = filesIn(shellFolder, /^page-forms\.[^.]+\.(?:js|css)$/)
// A section begins with its first route.
const sections = remotes.flatMap((remote) =>
  remote.page || remote.routes.length === 0
    ? []
    : [{ name: remote.name, files: [...shell, ...rooms, ...ofExpose(remote, remote.routes[0]!.expose)] }],
)

/** What is too heavy, or has no budget, in a sentence each. */
const complaints = (budgets: Record<string, number>, weights: Record<string, number>) =>
  Object.entries(weights).flatMap(([name, weight]) => {
    const budget = budgets[name]
    if (budget === undefined)
      return [`${name} weighs ${weight.toFixed(1)} kB and has no budget. Give it a line in e2e/src/budgets.test.ts.`]
    if (weight <= budget) return []
    return [
      `${name} weighs ${weight.toFixed(1)} kB, and at most ${budget} kB are allowed. Load what is not needed at once with import(), or set its line in e2e/src/budgets.test.ts higher and say in the commit what the visitor gets for it.`,
    ]
  })

test.each([
  ['viewers', viewers, Object.fromEntries(displays.map(({ type, files }) => [type, weigh([...viewer, ...files])]))],
  [
    'inline boards',
    embeds,
    Object.fromEntries(displays.map(({ type, files }) => [type, weigh([...inside(), ...files])])),
  ],
  [
    'sections of the dashboard',
    dashboard,
    {
      login: weigh(shell),
      forms: weigh(forms),
      ...Object.fromEntries(sections.map(({ name, files }) => [name, weigh(files)])),
    },
  ],
  [
    'remotes as a whole',
    whole,
    Object.fromEntries(
      remotes.map(({ name, entry }) => [
        name,
        weigh(filesIn(path.posix.dirname(entry.src), /^(?!page[.-]|worker\.).*\.(?:js|css)$/)),
      ]),
    ),
  ],
])('SHP-11 %s weigh no more than their budgets', (_page, budgets, weights) => {
  expect(complaints(budgets, weights)).toEqual([])
})

test('SHP-11 what is over its budget or has none is named, with what to do', () => {
  expect(complaints({ list: 10 }, { list: 10 })).toEqual([])
  expect(complaints({ list: 10 }, { list: 10.04, form: 1 })).toEqual([
    expect.stringMatching(/^list weighs 10\.0 kB, and at most 10 kB are allowed\. Load/),
    expect.stringMatching(/^form weighs 1\.0 kB and has no budget\./),
  ])
})
