import { moveSettings } from './types'
import type { Changes } from './types'

const changes: Changes = {
  '2': [
    { change: 'rename', from: 'color', to: 'background' },
    { change: 'default', field: 'columns', value: 2 },
  ],
  '4': [
    { change: 'drop', field: 'footer' },
    { change: 'rename', from: 'background', to: 'backdrop' },
  ],
}

describe('settings of another version', () => {
  test('BTY-05 take on the changes of each version between, in their order', () => {
    expect(moveSettings({ color: 'red', footer: 'Cheers' }, changes, 1, 4)).toEqual({ backdrop: 'red', columns: 2 })
    expect(moveSettings({ color: 'red', footer: 'Cheers' }, changes, 1, 3)).toEqual({
      background: 'red',
      columns: 2,
      footer: 'Cheers',
    })
    expect(moveSettings({ background: 'red' }, changes, 2, 1_000)).toEqual({ backdrop: 'red' })
  })

  test('BTY-05 of the same version are left as they are, and a field that was chosen is not written over', () => {
    expect(moveSettings({ color: 'red' }, changes, 4, 4)).toEqual({ color: 'red' })
    expect(moveSettings({ color: 'red', background: 'blue', columns: 3 }, changes, 1, 2)).toEqual({
      background: 'blue',
      columns: 3,
    })
  })

  test('BTY-05 go back by their names, for a version that ran before', () => {
    expect(moveSettings({ backdrop: 'red', columns: 2 }, changes, 4, 1)).toEqual({ color: 'red', columns: 2 })
  })

  test('BTY-05 stay as they were sent in: what is stored is not changed by reading it', () => {
    const stored = { color: 'red' }
    moveSettings(stored, changes, 1, 4)
    expect(stored).toEqual({ color: 'red' })
  })
})
