import { Told } from './tell'

test('OPS-16 what an operator should know is plain until the server is ready, and then a line of the log with an event', () => {
  const lines: unknown[] = []
  const at = (level: string) => (fields: object, sentence: string) => void lines.push([level, fields, sentence])
  const told = new Told((sentence) => lines.push(sentence))
  told.tell('Starting…', 'starting', 'info')
  told.goesOnIn({ info: at('info'), warn: at('warn'), error: at('error') })
  told.tell('Soon full.', 'disk-low')
  told.tell('Full.', 'disk-stopped', 'error')
  expect(lines).toEqual([
    'Starting…',
    ['warn', { event: 'disk-low' }, 'Soon full.'],
    ['error', { event: 'disk-stopped' }, 'Full.'],
  ])
})
