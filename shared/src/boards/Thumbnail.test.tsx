import { makeGame, makeScores } from '@multiball/shared/testing'
import { render } from '@testing-library/react'
import { Thumbnail } from './Thumbnail'

const texts = (...games: Parameters<typeof makeScores>) =>
  [...render(<Thumbnail scores={makeScores(...games)} />).container.querySelectorAll('text')].map((text) => text.textContent)

test.each([
  ['nothing while there is no game', [], []],
  ['one number for one player', [makeGame([147_959_700])], ['147,959,700']],
  ['a number for each player, exact at any size', [makeGame([1, '9223372036854775807'])], ['1', '9,223,372,036,854,775,807']],
])('draws %s', (_name, games, numbers) => expect(texts(...games)).toEqual(numbers))
