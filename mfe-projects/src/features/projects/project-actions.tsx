import { mayInProject, type Project, type ProjectRole } from '@lamella/shared/contract'
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconArrowForwardUp, IconDots, IconPhoto, IconUpload } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import { mayEdit, roleTitles } from '../../lib/project-access.ts'
import css from './project-actions.module.css'

const uploadLink = (projectId: string): string =>
  `/datastorage/upload?project=${projectId}&return=${encodeURIComponent(`/projects/${projectId}/library`)}`

interface ProjectActionsProps {
  project: Project
  /** The user's role in the project; null: none. */
  role: ProjectRole | null
  /** Of the organisation. */
  isAdmin: boolean
  /** An error of the last change is shown (D2-5-09). */
  failed: boolean
  /** Is given the button of the menu. */
  menuButton: RefObject<HTMLButtonElement | null>
  onEdit: () => void
  onDelete: () => void
}

/** Actions of a project: view, upload (D2-2-57), share (D2-2-58, D2-2-59), and a menu to edit and delete (D2-2-67, D2-2-68). */
export const ProjectActions = ({
  project,
  role,
  isAdmin,
  failed,
  menuButton,
  onEdit,
  onDelete,
}: ProjectActionsProps) => {
  const { id } = project
  const editable = mayEdit(role)
  // The next step in an empty project is to fill it.
  const isEmpty = editable && project.imageCount === 0
  return (
    <>
      <Button
        component={Link}
        to={`/projects/${id}/library`}
        variant={isEmpty ? 'default' : 'filled'}
        data-tour="view-images"
        leftSection={<IconPhoto size={16} stroke={1.7} aria-hidden />}
      >
        View images
      </Button>
      {editable && (
        <Button
          component={Link}
          to={uploadLink(id)}
          variant={isEmpty ? 'filled' : 'default'}
          leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
        >
          Upload images
        </Button>
      )}
      <div className={css.withMenu}>
        <Button
          component={Link}
          to={`/projects/${id}/sharing`}
          variant="default"
          leftSection={<IconArrowForwardUp size={16} stroke={1.7} aria-hidden />}
        >
          {isAdmin ? 'Share the project' : 'View sharing details'}
        </Button>
        <Menu position="bottom-end">
          {/* Outside the target: inside, the tooltip would hide the menu's name and state from the button. */}
          <Tooltip label={role && `As ${roleTitles[role]} you cannot edit project settings.`} disabled={editable}>
            <Menu.Target>
              <ActionIcon
                ref={menuButton}
                variant="default"
                size={34}
                aria-label="Project actions"
                data-disabled={!editable || undefined}
              >
                <IconDots size={16} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Menu.Target>
          </Tooltip>
          <Menu.Dropdown>
            <Menu.Item disabled={!editable || failed} onClick={onEdit}>
              Edit details
            </Menu.Item>
            <Menu.Item disabled={!mayInProject(role, 'delete')} onClick={onDelete}>
              Delete project
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </>
  )
}
