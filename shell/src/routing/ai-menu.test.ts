import { type AiMenu, type AiMenuContext, aiMenuOf } from './ai-menu.ts'

const member = { fullName: 'Mara Lindqvist', isGuest: false }
const guest = { ...member, isGuest: true }
const group: AiMenu = { kind: 'group' }
const entry = (to: string): AiMenu => ({ kind: 'entry', to })

const table: [title: string, context: AiMenuContext, menu: AiMenu][] = [
  ['D1-2.6-35 member with access: group', { user: member, canAccessAITrainer: true, freeOrganisation: false }, group],
  [
    'D1-2.6-33 member without access: way to a subscription',
    { user: member, canAccessAITrainer: false, freeOrganisation: true },
    entry('/ai-trainer/subscription'),
  ],
  [
    'D1-2.6-34 guest of a free organisation: plain entry',
    { user: guest, canAccessAITrainer: true, freeOrganisation: true },
    entry('/ai-trainer/guest'),
  ],
  [
    'D1-6-29 guest of another organisation: nothing',
    { user: guest, canAccessAITrainer: true, freeOrganisation: false },
    null,
  ],
  ...['Free Willy', 'Ada FREE', 'Bo free Lee'].map((fullName): [string, AiMenuContext, AiMenu] => [
    `D1-6-28 the word free in "${fullName}": nothing`,
    { user: { ...member, fullName }, canAccessAITrainer: true, freeOrganisation: false },
    null,
  ]),
  ...['Morgan Freeman', 'Carefree Smith'].map((fullName): [string, AiMenuContext, AiMenu] => [
    `"${fullName}" keeps the menu`,
    { user: { ...member, fullName }, canAccessAITrainer: true, freeOrganisation: false },
    group,
  ]),
]

test.each(table)('%s', (_title, context, menu) => {
  expect(aiMenuOf(context)).toEqual(menu)
})
