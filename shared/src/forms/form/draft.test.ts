import { ScoreboardInput } from '@multiball/shared/schema'
import { draftKey } from '@multiball/shared/ui'
import { clearDraft, readDraft, storeDraft } from './draft'

const key = draftKey(1, '/scoreboards/add')
const defaults = { title: '', is_public: false, venuemachine_items: [] as { venuemachine: number; order: number }[] }
const read = () => readDraft(key, defaults, ScoreboardInput.entries)

afterEach(() => sessionStorage.clear())

test('what was typed comes back, valid or not', () => {
  const typed = { title: '   ', is_public: true, venuemachine_items: [{ venuemachine: 11, order: 0 }] }
  storeDraft(key, typed, defaults)
  expect(read()).toEqual(typed)
})

test('what nobody touched is as it was saved elsewhere meanwhile', () => {
  storeDraft(key, { ...defaults, title: 'Mine' }, defaults)
  const savedElsewhere = { title: 'Theirs', is_public: true, venuemachine_items: [{ venuemachine: 12, order: 0 }] }
  expect(readDraft(key, savedElsewhere, ScoreboardInput.entries)).toEqual({ ...savedElsewhere, title: 'Mine' })
})

test('a cleared draft is gone, and so is another person’s', () => {
  storeDraft(key, { title: 'Mine' }, defaults)
  expect(readDraft(draftKey(2, '/scoreboards/add'), defaults, ScoreboardInput.entries)).toBeUndefined()
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
  sessionStorage.setItem(key, JSON.stringify({ title: 'Kept', is_public: 'yes', venuemachine_items: [{ venuemachine: 'x' }], more: 1 }))
  expect(read()).toEqual({ ...defaults, title: 'Kept' })
})
