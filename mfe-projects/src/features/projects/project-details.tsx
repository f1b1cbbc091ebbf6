import { UserCard } from '@lamella/shared/blocks'
import type { Project, User } from '@lamella/shared/contract'
import { formatDay } from '@lamella/shared/ui'
import { Anchor, Card } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { CardHead } from '../../lib/card-head.tsx'
import { copyProjectLink } from '../../lib/copy-project-link.ts'
import { PersonPicture } from '../../lib/person-picture.tsx'
import css from './project-details.module.css'

const contributorText = (count: number): string => (count === 0 ? 'No contributors' : `${count} contributor(s)`)

/** Card of a project's texts, owner and contributors (D2-2-60 to D2-2-66). @param props.owner - null: unknown */
export const ProjectDetails = ({ project, owner }: { project: Project; owner: User | null }) => (
  <Card>
    <CardHead title="Project Details">
      <Anchor
        component="button"
        type="button"
        className={css.link}
        data-alone
        onClick={() => void copyProjectLink(project.id, 'Project Details')}
      >
        <IconLink size={16} stroke={1.7} aria-hidden />
        Copy link
      </Anchor>
    </CardHead>
    <dl className={css.facts}>
      <dt>Name</dt>
      <dd>{project.name}</dd>
      <dt>Description</dt>
      <dd>{project.description || '–'}</dd>
      <dt>Owner</dt>
      <dd>
        <UserCard
          name={owner?.fullName ?? 'Unknown'}
          user={owner}
          picture={owner && <PersonPicture user={owner} size={36} />}
        />
      </dd>
      <dt>Shared with</dt>
      <dd>
        <Anchor component={Link} to={`/projects/${project.id}/sharing`}>
          {contributorText(project.contributors.length)}
        </Anchor>
      </dd>
      <dt>Created</dt>
      <dd>{formatDay(new Date(project.created))}</dd>
    </dl>
  </Card>
)
