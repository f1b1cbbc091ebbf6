import type { Project } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { formatDay } from '@lamella/shared/ui'
import { Anchor, Card, CopyButton, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import css from './project-details.module.css'

const contributorText = (count: number): string => (count === 0 ? 'No contributors' : `${count} contributor(s)`)

/** Card of a project's texts, owner and contributors (D2-2-60 to D2-2-66). */
export const ProjectDetails = ({ project, ownerName }: { project: Project; ownerName: string }) => (
  <Card>
    <Title order={2} size="h3">
      Project Details
    </Title>
    <dl className={css.facts}>
      <dt>Name</dt>
      <dd>{project.name}</dd>
      <dt>Description</dt>
      <dd>{project.description || '–'}</dd>
      <dt>Owner</dt>
      <dd>{ownerName}</dd>
      <dt>Shared with</dt>
      <dd>
        <Anchor component={Link} to={`/projects/${project.id}/sharing`}>
          {contributorText(project.contributors.length)}
        </Anchor>
      </dd>
      <dt>Created</dt>
      <dd>{formatDay(new Date(project.created))}</dd>
    </dl>
    <CopyButton value={window.location.href}>
      {({ copy }) => (
        <Anchor
          component="button"
          type="button"
          className={css.link}
          data-alone
          onClick={() => {
            copy()
            bus.emit('toast/show', {
              kind: 'success',
              title: 'Project Details',
              detail: 'Project link copied to clipboard',
            })
          }}
        >
          Copy link
        </Anchor>
      )}
    </CopyButton>
  </Card>
)
