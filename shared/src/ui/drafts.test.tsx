import { ScoreboardInput } from '@multiball/shared/schema'
import * as v from 'valibot'
import { clearDraft, draftKey, keepDraft, readDraft } from './drafts'

const key = draftKey(1, '/scoreboards/add')
const defaults = { title: '', is_public: false, venuemachine_items: [] as { venuemachine: number; order: number }[] }
const fits = (name: string, value: unknown) => v.is(ScoreboardInput.entries[name as keyof typeof defaults], value)
const read = () => readDraft(key, defaults, fits)

afterEach(() => sessionStorage.clear())

test('what was typed comes back, valid or not', () => {
  const typed = { title: '   ', is_public: true, venuemachine_items: [{ venuemachine: 11, order: 0 }] }
  keepDraft(key, typed, defaults)
  expect(read()).toEqual(typed)
})

test('what nobody touched is as it was saved elsewhere meanwhile', () => {
  keepDraft(key, { ...defaults, title: 'Mine' }, defaults)
  const savedElsewhere = { title: 'Theirs', is_public: true, venuemachine_items: [{ venuemachine: 12, order: 0 }] }
  expect(readDraft(key, savedElsewhere, fits)).toEqual({ ...savedElsewhere, title: 'Mine' })
})

test('a cleared draft is gone, and so is another person’s', () => {
  keepDraft(key, { title: 'Mine' }, defaults)
  expect(readDraft(draftKey(2, '/scoreboards/add'), defaults, fits)).toBeUndefined()
  clearDraft(key)
  expect(read()).toBeUndefined()
})

test.each([
  ['no JSON', '{'],
  ['no object', '3'],
])('a draft that is %s is none', (_name, text) => {
  sessionStorage.setItem(key, text)
  expect(read()).toBeUndefined()
})

test('fields that broke or that are unknown are left at their defaults', () => {
  sessionStorage.setItem(
    key,
    JSON.stringify({ title: 'Kept', is_public: 'yes', venuemachine_items: [{ venuemachine: 'x' }], more: 1 }),
  )
  expect(read()).toEqual({ ...defaults, title: 'Kept' })
})

test('what was typed back to what it was is kept no longer, nor is a file', () => {
  keepDraft(key, { ...defaults, title: 'Mine' }, defaults)
  keepDraft(key, defaults, defaults)
  expect(sessionStorage).toHaveLength(0)
  const picture = { title: '', picture: undefined }
  keepDraft(key, { title: 'Mine', picture: new File(['x'], 'me.png') }, picture)
  expect(readDraft(key, picture)).toEqual({ title: 'Mine', picture: undefined })
})

test('a draft that says what is saved by now is none', () => {
  keepDraft(key, { ...defaults, title: 'Mine' }, defaults)
  expect(readDraft(key, { ...defaults, title: 'Mine' }, fits)).toBeUndefined()
})
