import { makeLeaderboardScores } from '@multiball/shared/testing'
import { render } from '@testing-library/react'
import { Thumbnail } from './Thumbnail'

const texts = (scores: ReturnType<typeof makeLeaderboardScores> | undefined) =>
  [...render(<Thumbnail scores={scores} />).container.querySelectorAll('text')].map((text) => text.textContent)

test.each([
  ['nothing while nothing is known', undefined, []],
  ['nothing while there are no scores', makeLeaderboardScores(), []],
  ['the best five, exact at any size', makeLeaderboardScores('9223372036854775807', 5, 4, 3, 2, 1), ['9,223,372,036,854,775,807', '5', '4', '3', '2']],
])('draws %s', (_name, scores, numbers) => expect(texts(scores)).toEqual(numbers))
