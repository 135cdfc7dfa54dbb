import { gridShape } from './gridShape'

test.each<[number, number[], number[]]>([
  [1, [1], [1]],
  [2, [2], [1, 1]],
  [3, [1, 2], [1, 1, 1]],
  [4, [2, 2], [1, 1, 1, 1]],
  [5, [2, 3], [1, 1, 1, 1, 1]],
  [6, [3, 3], [2, 2, 2]],
  [7, [2, 2, 3], [1, 2, 2, 2]],
  [8, [2, 3, 3], [2, 2, 2, 2]],
  [9, [3, 3, 3], [1, 2, 2, 2, 2]],
  [10, [3, 3, 4], [2, 2, 2, 2, 2]],
  [11, [3, 4, 4], [1, 2, 2, 2, 2, 2]],
  [12, [4, 4, 4], [2, 2, 2, 2, 2, 2]],
  [13, [3, 3, 3, 4], [1, 2, 2, 2, 2, 2, 2]],
  [16, [4, 4, 4, 4], [2, 2, 2, 2, 2, 2, 2, 2]],
  [17, [4, 4, 4, 5], [2, 3, 3, 3, 3, 3]],
  [20, [5, 5, 5, 5], [2, 3, 3, 3, 3, 3, 3]],
])('VCB-01 %i boards stand in rows of %j, upright of %j', (count, wide, tall) => {
  expect(gridShape(count, 'wide')).toEqual({ columns: Math.max(...wide), rows: wide.length, boards: wide })
  expect(gridShape(count, 'tall').boards).toEqual(tall)
})
