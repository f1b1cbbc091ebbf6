import { mayInProject, type ProjectAction, projectRights } from './project-rights.ts'
import { projectRoles } from './roles.ts'

/** Action → who may: owner, editor, annotator, viewer. The type requires a row for each action. */
const table: Record<ProjectAction, [statements: string, ...may: boolean[]]> = {
  view: ['D2-6-07', true, true, true, true],
  annotate: ['D2-6-10', true, true, true, false],
  edit: ['D2-6-10 D2-6-11 D2-6-15', true, true, false, false],
  analyse: ['D2-6-10', true, true, false, false],
  share: ['D2-6-12', true, true, false, false],
  delete: ['D2-6-13', true, true, false, false],
  transfer: ['D2-6-13', true, false, false, false],
}

const rows = Object.entries(table).map(([action, [statements, ...may]]) => ({ action, statements, may }))
test.each(rows)('$statements $action: owner, editor, annotator, viewer $may', ({ action, may }) => {
  expect(projectRoles.toReversed().map((role) => mayInProject(role, action as ProjectAction))).toEqual(may)
})

test('D2-1-03 nobody without a role may do anything', () => {
  for (const action of Object.keys(projectRights)) expect(mayInProject(null, action as ProjectAction)).toBe(false)
})
