import { counter, Distribution, gauge, textOf } from './readings'

test('figures and distributions are Prometheus text, one head for those of one name', () => {
  const spread = (route: string, ...values: number[]) => {
    const distribution = new Distribution('x_seconds', 'Time it took', [0.1, 1], { route })
    for (const value of values) distribution.add(value)
    return distribution
  }
  expect(textOf([gauge('x_open', 'Open ones', 3), spread('/a', 0.1, 0.5, 7), counter('x_total', 'All', 12), spread('/"\\\n')])).toBe(`# HELP x_open Open ones
# TYPE x_open gauge
x_open 3
# HELP x_seconds Time it took
# TYPE x_seconds histogram
x_seconds_bucket{route="/a",le="0.1"} 1
x_seconds_bucket{route="/a",le="1"} 2
x_seconds_bucket{route="/a",le="+Inf"} 3
x_seconds_sum{route="/a"} 7.6
x_seconds_count{route="/a"} 3
x_seconds_bucket{route="/\\"\\\\\\n",le="0.1"} 0
x_seconds_bucket{route="/\\"\\\\\\n",le="1"} 0
x_seconds_bucket{route="/\\"\\\\\\n",le="+Inf"} 0
x_seconds_sum{route="/\\"\\\\\\n"} 0
x_seconds_count{route="/\\"\\\\\\n"} 0
# HELP x_total All
# TYPE x_total counter
x_total 12
`)
})
