import type { Project } from '@lamella/shared/contract'
import { projectQuery, useLiveQuery, usersQuery } from '@lamella/shared/queries'
import { currentUserAtom, hasDraft, restrictionsAtom } from '@lamella/shared/session'
import { ConfirmDialog, ErrorState, InfoBar, PageTitle, queryError } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { ProjectForm } from '../../features/project-form/project-form.tsx'
import { ProjectActions } from '../../features/projects/project-actions.tsx'
import { ProjectDetails } from '../../features/projects/project-details.tsx'
import { ProjectStatistics } from '../../features/projects/project-statistics.tsx'
import { useDeleteProject, useUpdateProject } from '../../features/projects/use-project-changes.ts'
import { mayEdit, roleIn, roleTitles } from '../../lib/project-access.ts'
import { useFailureToast } from '../../lib/use-failure-toast.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './project-page.module.css'
import { ProjectSkeleton } from './project-skeleton.tsx'

/** Project details (D2-2-04). */
const ProjectPage = () => {
  const { projectId = '' } = useParams()
  const project = useLiveQuery(projectQuery(projectId))
  useSelectProject(project.data)
  const error = queryError('The project could not be opened', project)
  if (error) return <ErrorState {...error} />
  return project.data ? <Loaded project={project.data} /> : <ProjectSkeleton />
}

/** D2-8-08 */
const ownerLookupFailed = (message: string): string =>
  `Something went wrong retrieving the name of the owner (${message}).`

const Loaded = ({ project }: { project: Project }) => {
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const users = useQuery(usersQuery)
  useFailureToast(users.error, 'Project Details', ownerLookupFailed)
  const path = `/projects/${project.id}`
  const [editing, setEditing] = useState(() => hasDraft(path))
  const [deleting, setDeleting] = useState(false)
  const update = useUpdateProject(project)
  const removal = useDeleteProject(project)
  if (!user || !restrictions) return null

  const role = roleIn(project, user)
  const editable = mayEdit(role)
  const { imageCount, annotationCount, jobCount } = project.statistics
  const ownerName = users.data?.find(({ id }) => id === project.owner)?.fullName ?? 'Unknown'
  return (
    <>
      <PageTitle
        title={project.name}
        actions={
          <ProjectActions
            project={project}
            role={role}
            isAdmin={user.isAdmin}
            onEdit={() => setEditing(true)}
            onDelete={() => setDeleting(true)}
          />
        }
      />
      {user.isGuest && <InfoBar>As a guest of this organization you cannot upload images or share.</InfoBar>}
      {!user.isGuest && role && !editable && (
        <InfoBar>{`As ${roleTitles[role]} you cannot upload images, edit, share or delete.`}</InfoBar>
      )}
      <div className={css.columns}>
        {editing && editable ? (
          <Card>
            {update.unanswered && (
              <InfoBar tone="error">
                The server did not answer, so it is not known whether your changes were saved. Save them again when it
                does.
              </InfoBar>
            )}
            <ProjectForm
              path={path}
              initial={{ name: project.name, description: project.description }}
              busy={update.isPending}
              error={update.unanswered ? null : (update.error?.message ?? null)}
              onEdit={() => update.isError && update.reset()}
              onSave={(details) =>
                update.mutateAsync(details).then(
                  () => {
                    setEditing(false)
                    return true
                  },
                  () => false,
                )
              }
              onCancel={() => setEditing(false)}
            />
          </Card>
        ) : (
          <ProjectDetails project={project} ownerName={ownerName} />
        )}
        <ProjectStatistics project={project} limits={restrictions.limits} />
      </div>
      <ConfirmDialog
        opened={deleting}
        title="Delete project"
        confirmLabel="Delete"
        destructive
        typed={{ label: 'Type the project name to confirm', text: project.name }}
        onConfirm={() => removal.mutateAsync().catch(() => undefined)}
        onClose={() => setDeleting(false)}
      >
        All resources of {project.name} ({imageCount} images, {jobCount} jobs, {annotationCount} annotations) are
        deleted permanently. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

export default ProjectPage
