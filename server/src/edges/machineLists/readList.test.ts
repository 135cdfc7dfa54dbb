import { mostListedMachines } from '@multiball/shared/schema'
import { readList } from './readList'

const machine = (name: string, manufacturer = '', year: number | null = null, opdbId: string | null = null) => ({
  name,
  manufacturer,
  year,
  opdbId,
})
const family = machine('The Addams Family', 'Bally', 1992, 'G4ODR-MDXEy')

test.each([
  [
    'Pinball Map’s answer',
    '{"machines":[{"id":681,"name":"The Addams Family","year":1992,"manufacturer":"Bally","ipdb_id":20,"opdb_id":"G4ODR-MDXEy"},{"name":" ","year":null},{"name":"Oddity","year":"?","manufacturer":null,"opdb_id":""}]}',
    [family, machine('Oddity')],
  ],
  [
    'its names alone',
    '{"machines":["The Addams Family (Bally, 1992)","24"]}',
    [machine('The Addams Family', 'Bally', 1992), machine('24')],
  ],
  ['a list in JSON', '[{"name":"24"}]', [machine('24')]],
  [
    'a table of a spreadsheet',
    '\uFEFFsep=;\r\nYear;Title;Maker;OPDB_ID\r\n1992;"The Addams Family";Bally;G4ODR-MDXEy\r\n;;;\r\n1899;24;;x\r\n',
    [family, machine('24')],
  ],
  [
    'a column',
    'machine\nThe Getaway: High Speed II\n"Hey, Hey"\n',
    [machine('The Getaway: High Speed II'), machine('Hey, Hey')],
  ],
  [
    'a title a line',
    ' 1. The Addams Family (Bally, 1992)\r\n\r\n- High Speed (1986)\n* Godzilla (Premium)\n300\n2001 (Gottlieb, 1971)',
    [
      machine('The Addams Family', 'Bally', 1992),
      machine('High Speed', '', 1986),
      machine('Godzilla (Premium)'),
      machine('300'),
      machine('2001', 'Gottlieb', 1971),
    ],
  ],
  ['a long title', 'x'.repeat(300), [machine('x'.repeat(100))]],
])('CAT-41 %s is read', (_what, text, machines) => {
  expect(readList(text)).toEqual(machines)
})

test.each([
  ['', 'There is no machine in this list.'],
  ['{"machines":[{"id":1}]}', 'There is no machine in this list.'],
  ['{"locations":[]}', 'There is no list of machines in this JSON.'],
  ['{"machines":[', /^This is no JSON: /],
  ['<!DOCTYPE html><title>Map</title>', 'This is a web page, not a list.'],
  ['\x89PNG\r\n\x1A\n\0', 'This is not a text. Save the list as CSV or as plain text.'],
  ['name,year\n"The Addams Family,1992', 'The list: a quotation mark opens a cell, and none closes it.'],
  ['24\n'.repeat(mostListedMachines + 1), 'There are 501 machines in this list. At most 500 are read at a time.'],
])('CAT-44 %j is refused: %s', (text, sentence) => {
  expect(() => readList(text)).toThrow(sentence)
})
