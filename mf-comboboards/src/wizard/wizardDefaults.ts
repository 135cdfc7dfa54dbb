import { newTimeOptions } from '@multiball/shared/forms'
import type { WizardInput } from './wizardInput'

export const wizardDefaults = (): WizardInput => ({
  title: '',
  is_public: false,
  background_color: '#000',
  high_density: false,
  machines: [],
  enablePlayerRank: false,
  idle_scoreboard_sec: 10,
  idle_leaderboard_sec: 10,
  ...newTimeOptions(),
  one_score_per_player: false,
  item_type: 'venuemachine',
})
