import { projectRows } from './project-rows.ts'

const project = {
  id: 'p',
  name: 'Ki-67',
  description: 'IHC',
  owner: 'mara',
  imageCount: 3,
  thumbnailUrl: null,
  created: new Date(2026, 10, 13, 8, 9, 10).toISOString(),
  modified: new Date(2026, 10, 20, 9, 0, 0).toISOString(),
}
const nameOf = (id: string) => (id === 'mara' ? 'Mara Lindqvist' : 'Unknown')
const now = new Date(2026, 10, 20, 12, 0, 0)

test('D1-3-20 a row has both times as text and as age', () => {
  expect(projectRows([project], nameOf, now)).toEqual([
    {
      ...project,
      ownerName: 'Mara Lindqvist',
      createdText: '2026-11-13 08:09:10',
      createdAgo: '7 days ago',
      modifiedText: '2026-11-20 09:00:00',
      modifiedAgo: '3 hours ago',
    },
  ])
})

test('D1-3-18 D1-3-19 the owner is looked up among the users, and Unknown when not among them', () => {
  const rows = projectRows([project, { ...project, owner: 'somebody' }], nameOf, now)
  expect(rows.map(({ ownerName }) => ownerName)).toEqual(['Mara Lindqvist', 'Unknown'])
})
