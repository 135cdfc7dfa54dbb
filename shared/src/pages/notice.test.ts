import { notice, noticeOf, noticeState } from './notice'

describe('LST-04 the banner of the list', () => {
  test.each([
    ['Lobby wall created!', 'success'],
    ['Lobby wall updated', 'success'],
    ['Lobby wall deleted!', 'success'],
    ['An error has occurred. Please refresh the page and try again.', 'error'],
    ['Item not found.', 'error'],
    ['You do not authorized to edit the requested resource.', 'error'],
    ['You do not authorized to delete the requested resource.', 'error'],
  ])('%s is styled as %s', (text, tone) => expect(notice(text)).toEqual({ text, tone }))

  test.each([[null], [undefined], [{}], [{ notice: 3 }], ['text']])('a navigation with %p brings none', (state) =>
    expect(noticeOf(state)).toBeUndefined(),
  )

  test('comes through the state of the navigation', () =>
    expect(noticeOf(noticeState('Hi created!'))?.text).toBe('Hi created!'))
})
