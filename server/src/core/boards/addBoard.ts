import type { BuiltInType } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { holdAccount } from '../accounts/quotas'
import type { Tables } from '../../ground/database/tables'
import { insertBoard, lockBoard, newViewerKey, replaceReferences, updateBoard } from './boards.store'
import { builtInKinds } from './kinds'
import type { BoardFields } from './kinds'

/** Stores a board that needs no checking, as the demo makes them; settings that are left out are at their defaults. */
export async function addBoard(
  db: Kysely<Tables>,
  type: BuiltInType,
  ownerId: number,
  { title, is_public, moments = 'records', ...given }: BoardFields,
): Promise<{ id: number; viewerKey: string }> {
  const kind = builtInKinds[type]
  const settings = kind.fill(given, 1)
  const viewerKey = newViewerKey()
  const board = {
    title,
    is_public,
    moments,
    viewer_key: viewerKey,
    settings,
    settings_version: kind.versionOf(settings),
  }
  const { id } = await insertBoard(
    db,
    type,
    await holdAccount(db, ownerId),
    board,
    kind.referencesOf(settings, board.settings_version),
  )
  return { id, viewerKey }
}

/** Changes settings of a board of this owner, with as little checking. */
export async function changeSettings(
  db: Kysely<Tables>,
  type: BuiltInType,
  id: number,
  ownerId: number,
  change: object,
): Promise<void> {
  const { fill, referencesOf } = builtInKinds[type]
  const stored = await lockBoard(db, { type, id }, ownerId, ['settings', 'settings_version'])
  if (!stored) return
  const settings = { ...fill(stored.settings, stored.settings_version), ...change }
  await updateBoard(db, { type, id }, ownerId, { settings })
  await replaceReferences(db, { type, id }, referencesOf(settings, stored.settings_version))
}
