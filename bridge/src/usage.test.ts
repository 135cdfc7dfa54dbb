import { eventArguments, eventOptions, eventUsage } from './events/eventArguments'
import { matchPlayArguments, matchPlayOptions, matchPlayUsage } from './events/matchPlayArguments'
import { mpfArguments, mpfOptions, mpfUsage } from './mpfArguments'
import { UsageError } from './options'
import { vectorArguments, vectorOptions, vectorUsage } from './vector/vectorArguments'

type Values = Record<string, string>
const namesIn = (text: string) => [...text.matchAll(/--([a-z]+)/g)].map(([, name]) => name!)

/** An option's value as the usage shows it, or an id. */
const values: Values = { server: 'https://boards.example', board: '3', tournament: '262494' }

test.each<[string, string, object, (given: never) => unknown]>([
  ['mpf', mpfUsage, mpfOptions, mpfArguments],
  ['vector', vectorUsage, vectorOptions, vectorArguments],
  ['event', eventUsage, eventOptions, eventArguments],
  ['matchplay', matchPlayUsage, matchPlayOptions, matchPlayArguments],
])(
  'MAC-35 the bridge to %s has the options that its usage names, and asks for those without brackets alone',
  (name, usage, options, take) => {
    expect([...new Set(namesIn(usage))].sort()).toEqual(Object.keys(options).sort())
    const forms = usage.split('\n').filter((line) => line.startsWith(`  npm run bridge -- ${name} `))
    expect(forms).not.toEqual([])
    for (const form of forms) {
      const needed = namesIn(form.replaceAll(/\[-(?:\[[^\]]*\]|[^\]])*\]/g, ''))
      const given = Object.fromEntries(needed.map((one) => [one, values[one] ?? `a ${one}`]))
      expect(() => take(given as never)).not.toThrow()
      for (const one of needed) {
        const { [one]: _, ...others } = given
        expect(() => take(others as never)).toThrow(UsageError)
      }
    }
  },
)
