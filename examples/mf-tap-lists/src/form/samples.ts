import type { CustomScores } from '@multiball/shared/schema'

const taps = [
  { name: 'Multiball Pils', brewery: 'Kickback Brewing', style: 'Pilsner', strength: 4.9, price: 4.2, left: 85 },
  { name: 'Skill Shot', brewery: 'Plunger & Sons', style: 'Session IPA', strength: 4.4, price: 4.8, left: 60 },
  { name: 'Tilt', brewery: 'Outlane', style: 'Double IPA', strength: 8.2, price: 6.5, left: 8 },
  { name: 'Extra Ball', brewery: 'Outlane', style: 'Hazy pale ale', strength: 5.6, price: 5.4, left: 45 },
  { name: 'Dead Flip', brewery: 'Sankt Georgen', style: 'Smoked lager', strength: 5.1, price: 4.6, left: 0 },
  { name: 'Wizard Mode', brewery: 'Jackpot Ales', style: 'Imperial stout', strength: 11, price: 7.2, left: 100 },
]

const posted = (
  document: unknown,
  fields: { sequence?: number | null; is_old?: boolean } = {},
): CustomScores['feeds'] => ({
  taps: { kind: 'posted', document, sequence: 1, as_of: '2026-11-20T20:42:00Z', is_old: false, ...fields },
})

/** What the preview's tabs show. */
export const samples: Record<string, CustomScores['feeds']> = {
  'Six taps': posted({ taps }),
  'Twelve taps': posted({ taps: [...taps, ...taps.map((tap) => ({ ...tap, name: `${tap.name} Reserve` }))] }),
  'Old list': posted({ taps }, { is_old: true }),
  'Nothing yet': posted(null, { sequence: null }),
}
