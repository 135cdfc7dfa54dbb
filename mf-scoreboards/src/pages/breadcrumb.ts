export const toList = { label: 'Scoreboards', to: '/scoreboards' }
