import { emptySlide, showable, withType, type Slide } from './slides'

const slide = (item_id: number, order: number, item_type: Slide['item_type'] = 'scoreboard'): Slide => ({
  item_type,
  item_id,
  duration: 5,
  order,
})
const image = { id: 3, image: '/media/abc', width: 1600, height: 900 }

test('SS-01 a screen of another type is to be filled again; its picture is kept for the way back', () => {
  const picture: Slide = { ...slide(3, 4, 'slideshowimage'), duration: 30, image }
  const board = withType(picture, 'scoreboard')
  expect(board).toEqual({ item_type: 'scoreboard', item_id: null, duration: 30, order: 4, image })
  expect(withType({ ...board, item_id: 7 }, 'slideshowimage')).toEqual(picture)
})

test('SS-01 a preview shows each filled screen once', () => {
  const shown = showable([slide(5, 0), emptySlide(), slide(5, 2), slide(5, 3, 'leaderboard')])
  expect(shown.map(({ item_type, item_id }) => [item_type, item_id])).toEqual([
    ['scoreboard', 5],
    ['leaderboard', 5],
  ])
})
