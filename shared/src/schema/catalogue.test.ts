import * as v from 'valibot'
import { Machine } from './catalogue'
import { ShownMachine } from './boards/scoreboard'

const shown = (machine: object) =>
  v.parse(ShownMachine, {
    id: 11,
    venue: { id: 5, name: 'Silver Lane' },
    machine: { id: 3, name: 'Genie', ...machine },
  }).machine.display

test.each([
  ['a kind', { display: 'numeric' }, 'numeric'],
  ['nothing, as an older server does', {}, undefined],
  ['that it is not known', { display: null }, null],
  ['a kind of a newer server', { display: 'hologram' }, null],
  ['something else', { display: 7 }, null],
])('CAT-02 a machine that says %s', (_what, machine, display) => {
  expect(shown(machine)).toBe(display)
  expect(
    v.parse(Machine, {
      id: 3,
      name: 'Genie',
      manufacturer: 'Gottlieb',
      year: 1979,
      opdb_id: null,
      backglass_art: null,
      ...machine,
    }).display,
  ).toBe(display)
})
