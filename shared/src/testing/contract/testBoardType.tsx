import type { BoardTypeManifest, RemoteManifest } from '@multiball/shared/schema'
import { fireEvent } from '@testing-library/react'
import type { ComponentType } from 'react'
import * as v from 'valibot'
import type { FakeServer } from '../fakeServer'
import { makeCustomBoard, makeCustomScores, makeList, publishType } from '../makers'
import { lost, renderPages, renderThumbnail, settle } from './fakeShell'
import { shownBoards } from './fixtures'
import { leaksOf } from './leaksOf'
import type { RemoteUnderTest } from './modules'

/** The settings of the example as they are stored: with every default. */
function storedSettings(
  { settings: file, example }: BoardTypeManifest,
  load: RemoteUnderTest['load'],
): Record<string, unknown> {
  const { settings } = load(file) as { settings: v.GenericSchema<unknown, Record<string, unknown>> }
  return v.parse(settings, example)
}

/**
 * What a remote keeps besides that brings a board type along: its settings, its form and its thumbnail, by the example of its
 * remote.json.
 * @param api what the pages call
 */
export function testBoardType(
  { load, manifest: given }: RemoteUnderTest,
  manifest: RemoteManifest & { boardType: BoardTypeManifest },
  api: () => FakeServer,
): void {
  const { boardType, routes, navigation } = manifest
  const { name, path } = boardType
  const listPath = navigation?.path ?? `/${path}`
  const route = routes.find((one) => one.path.replace(/\/\*$/, '') === listPath)

  beforeEach(() => publishType(given))

  test('SHP-07 its example is what its settings take', () => {
    const { settings } = load(boardType.settings) as { settings: v.GenericSchema }
    const { issues = [] } = v.safeParse(settings, boardType.example)
    expect(issues.map((issue) => `${v.getDotPath(issue) ?? 'the example'}: ${issue.message}`)).toEqual([])
  })

  test(`the owner’s pages of its boards are at ${listPath}`, () => {
    expect(route).toBeDefined()
  })
  if (!route) return

  describe('a stored board like the example', () => {
    const stored = () => makeCustomBoard(storedSettings(boardType, load))
    const show = () =>
      renderPages(
        (load(manifest.exposes[route.expose]!) as { default: ComponentType }).default,
        route.path,
        `${listPath}/${stored().id}/edit`,
      )

    beforeEach(() => {
      sessionStorage.clear()
      const board = stored()
      api()
        .on('GET', `/api/board/${name}/`, () => makeList(board))
        .on('GET', `/api/board/${name}/:id/`, () => board)
        .on('GET', `/api/board/${name}/:id/scores/`, () => makeCustomScores())
        .on('PUT', `/api/board/${name}/:id/`, ({ body }) => ({ ...board, ...(body as object) }))
    })

    test('BTY-23 opens in the form, which saves it unchanged', async () => {
      const { container, leave } = show()
      await settle()
      fireEvent.submit(container.querySelector('form')!)
      await settle()
      const { id, user_roles: _roles, viewer_key: _key, ...input } = stored()
      expect(
        api()
          .sent('PUT', `/api/board/${name}/${id}/`)
          .map(({ body }) => body),
      ).toEqual([input])
      leave()
    })

    test('BTY-23 is shown in the preview beside the form', async () => {
      const { container, leave } = show()
      await settle()
      const preview = container.querySelector('[aria-label="Preview"]')
      expect(preview?.querySelector('[role="tabpanel"]')).not.toBeEmptyDOMElement()
      expect(preview?.querySelector('[data-failed]')).toBeNull()
      leave()
    })

    test('is left with nothing left behind', async () => {
      expect(await leaksOf(show)).toEqual([])
    })

    test('BTY-23 has a thumbnail that renders before and after the first scores, if it has any', async () => {
      const { Thumbnail } = (
        load(manifest.exposes['./display']!) as { display: { Thumbnail?: ComponentType<Record<string, unknown>> } }
      ).display
      if (!Thumbnail) return
      for (const { scores } of shownBoards(manifest)!) {
        const shown = () => renderThumbnail(Thumbnail, { board: stored(), scores })
        const { container, leave } = shown()
        expect(container.textContent).not.toContain(lost)
        leave()
        expect(await leaksOf(shown)).toEqual([])
      }
    })
  })
}
