import { gridShape } from './gridShape'

test.each([
  [1, 1, 1],
  [2, 2, 1],
  [3, 2, 2],
  [4, 2, 2],
  [5, 3, 2],
  [6, 3, 2],
  [7, 3, 3],
  [9, 3, 3],
  [10, 4, 3],
  [12, 4, 3],
  [13, 4, 4],
  [16, 4, 4],
  [17, 5, 4],
  [20, 5, 4],
])('VCB-01 %i boards stand in %i columns and %i rows, upright the other way round', (count, columns, rows) => {
  expect(gridShape(count, 'wide')).toEqual({ columns, rows })
  expect(gridShape(count, 'tall')).toEqual({ columns: rows, rows: columns })
})
