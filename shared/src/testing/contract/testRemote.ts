import { CommandList, RemoteManifest, type Commands } from '@multiball/shared/schema'
import type { DisplayLayout } from '@multiball/shared/boards'
import type { ComponentType } from 'react'
import * as v from 'valibot'
import { FakeAnswer, type FakeServer } from '../fakeServer'
import { emptyApi, lost, renderDisplay, renderPages, settle } from './fakeShell'
import { brokenBoard, shownBoards } from './fixtures'
import { leaksOf } from './leaksOf'
import { manifestProblems, moduleProblem, type RemoteUnderTest } from './modules'
import { testBoardType } from './testBoardType'

/** Where the suite opens a route such as `/scoreboards/*`. */
const pathOf = (pattern: string) => pattern.replace(/\/\*$/, '')
const isBelow = (pattern: string, path: string) => path === pathOf(pattern) || path.startsWith(`${pathOf(pattern)}/`)

/**
 * The contract between a remote and the pages that load it, as tests of one remote. Every remote of the workspace runs
 * it in `npm test`, and again when it is published.
 */
export function testRemote(remote: RemoteUnderTest): void {
  const { name, manifest: given, load, isFile } = remote
  describe(name, () => {
    const parsed = v.safeParse(RemoteManifest, given)
    test('says in remote.json what it is', () => {
      expect(
        parsed.issues?.map(({ message, path }) => `${path?.map(({ key }) => String(key)).join('.')}: ${message}`) ?? [],
      ).toEqual([])
      expect(manifestProblems(parsed.output as RemoteManifest, isFile)).toEqual([])
    })
    if (!parsed.success) return
    const manifest = parsed.output

    test.each(Object.entries(manifest.exposes))('%s is what the page that loads it expects', (expose, file) => {
      expect(moduleProblem(expose, load(file), manifest)).toBeUndefined()
    })

    const realError = console.error
    let server: FakeServer
    beforeEach(() => {
      server = emptyApi()
      // React says aloud what a boundary caught, and what is caught here was thrown on purpose.
      console.error = () => {}
    })
    afterEach(() => {
      console.error = realError
      server.close()
    })

    describe.each(manifest.routes)('$path', ({ path, expose }) => {
      const show = () =>
        renderPages((load(manifest.exposes[expose]!) as { default: ComponentType }).default, path, pathOf(path))

      test('renders inside a shell, and leaves nothing behind when it goes', async () => {
        const { container, leave } = show()
        await settle()
        expect(container.textContent).not.toContain(lost)
        expect(container).not.toBeEmptyDOMElement()
        leave()
        expect(await leaksOf(show)).toEqual([])
      })

      test('stands when every call to the server fails', async () => {
        server.on('GET', '/.*', () => new FakeAnswer(500, { detail: 'Something went wrong.' }))
        const { container, leave } = show()
        await settle()
        expect(container.textContent).not.toContain(lost)
        leave()
      })
    })

    const ownCommands = manifest.exposes['./commands']
    if (ownCommands !== undefined) {
      const { commands } = load(ownCommands) as { commands: Commands }
      const ask = () => commands({ owner: 1, signal: new AbortController().signal })

      test('its commands are ones that Jump can list, each by an id of its own, and lead to its own pages', async () => {
        const answered = await ask()
        expect(v.safeParse(CommandList, answered).issues ?? []).toEqual([])
        expect(new Set(answered.map(({ id }) => id)).size).toBe(answered.length)
        const paths = answered.flatMap((command) => ('to' in command ? [command.to] : []))
        const patterns = manifest.routes.map(({ path }) => path)
        expect(paths.filter((path) => !patterns.some((pattern) => isBelow(pattern, path)))).toEqual([])
      })

      test('its commands end when every call to the server fails', async () => {
        server.on('GET', '/.*', () => new FakeAnswer(500, { detail: 'Something went wrong.' }))
        const ended = await ask().then(
          () => 'ended',
          () => 'ended',
        )
        expect(ended).toBe('ended')
      })
    }

    const { display: type, boardType } = manifest
    if (boardType) testBoardType(remote, { ...manifest, boardType }, () => server)
    if (!type) return
    const display = () =>
      (load(manifest.exposes['./display']!) as { display: { Display: ComponentType<Record<string, unknown>> } }).display
        .Display

    const shown = shownBoards(manifest)
    if (shown) {
      const layouts: DisplayLayout[] = manifest.boardType?.gridCell === false ? ['screen'] : ['screen', 'cell']
      test.each(layouts)(
        'its display renders as a %s, before and after the first scores, and leaves nothing behind',
        async (layout) => {
          for (const props of shown) {
            const show = () => renderDisplay(display(), props, layout)
            const { container, leave } = show()
            expect(container.textContent).not.toContain(lost)
            leave()
            expect(await leaksOf(show)).toEqual([])
          }
        },
      )
    }

    test('what its display throws stays within the boundary around it', () => {
      const { container, leave } = renderDisplay(display(), brokenBoard(), 'screen')
      expect(container.textContent).toBe(lost)
      leave()
    })
  })
}
