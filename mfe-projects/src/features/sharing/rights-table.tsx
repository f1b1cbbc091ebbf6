import { mayInProject, type ProjectAction, projectRoles } from '@lamella/shared/contract'
import { Card, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { roleTitles } from '../../lib/project-access.ts'
import css from './rights-table.module.css'

/** Words for each action of the table of rights, in the order of the rows. */
const actions: Record<ProjectAction, string> = {
  view: 'View, download',
  annotate: 'Annotate',
  edit: 'Upload, edit',
  analyse: 'Analyse',
  share: 'Share',
  delete: 'Delete',
  transfer: 'Transfer',
}
const roles = projectRoles.toReversed()

/** What each role may do, from the same table by which the server decides. */
export const RightsTable = () => (
  <Card component="section" aria-label="What each role may do">
    <Title order={2} size="h3">
      What each role may do
    </Title>
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Action</VisuallyHidden>
          </th>
          {roles.map((role) => (
            <th key={role} scope="col">
              <span className={css.role}>{roleTitles[role]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(actions).map(([action, words]) => (
          <tr key={action}>
            <th scope="row">{words}</th>
            {roles.map((role) =>
              mayInProject(role, action as ProjectAction) ? (
                <td key={role} data-may>
                  <IconCheck size={16} stroke={2} aria-hidden />
                  <VisuallyHidden>yes</VisuallyHidden>
                </td>
              ) : (
                <td key={role}>
                  <span aria-hidden>–</span>
                  <VisuallyHidden>no</VisuallyHidden>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
    <p className={css.note}>
      Guests are always Viewers. Admins of the organization are treated as Editors in every project, and may transfer
      it.
    </p>
  </Card>
)
