import { callAllPages } from '@lamella/shared/api'
import { type CurrentUser, listImages } from '@lamella/shared/contract'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { IconSearch } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { projectsQuery } from '../../pages/dashboard/api.ts'
import { MenuIcon } from '../side-menu/menu-icons.tsx'
import type { PortalMenu } from '../use-menu.ts'
import css from './palette.module.css'
import { actionEntries } from './palette-actions.ts'
import { imageEntries, type PaletteEntry, pagesOf, projectEntries, search } from './palette-entries.ts'

export interface PaletteProps {
  user: CurrentUser
  menu: PortalMenu
  /** Whether the tour of the dashboard is offered. */
  tour: boolean
  opened: boolean
  onClose: () => void
}

const [store, spotlight] = createSpotlight()

/** The images of the selected project; the library has the same key, so an open one has loaded them. */
const useImages = (projectId: string | undefined, wanted: boolean) =>
  useQuery({
    queryKey: ['images', projectId],
    queryFn:
      projectId !== undefined && wanted
        ? ({ signal }) =>
            callAllPages(listImages, { params: { projectId } }, { signal, local: true, action: 'images.list' })
        : skipToken,
    staleTime: 60_000,
  }).data ?? []

/** Finds projects, images of the selected project, pages and actions by their names (design/product.md). */
const Palette = ({ user, menu: { tree, header }, tour, opened, onClose }: PaletteProps) => {
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const projects = useQuery({ ...projectsQuery, enabled: opened }).data ?? []
  const images = useImages(header?.id, opened && query.trim() !== '')
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened])

  const sections = search(
    [
      { label: 'Projects', entries: projectEntries(projects) },
      { label: 'Images', entries: header && query.trim() !== '' ? imageEntries(images, header) : [] },
      { label: 'Pages', entries: pagesOf(tree, header) },
      { label: 'Actions', entries: actionEntries({ user, tour }) },
    ],
    query,
  )
  const go = ({ target }: PaletteEntry): void => {
    if (typeof target === 'string') void navigate(target)
    else target()
  }
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      scrollable
      maxHeight={440}
      size={560}
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      classNames={{ actionsGroup: css.group, action: css.action, actionDescription: css.description }}
      attributes={{ content: { 'aria-label': 'Go to' } }}
    >
      <Spotlight.Search
        placeholder="Go to a project, an image or a page"
        aria-label="Go to a project, an image or a page"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {sections.map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {entries.map((entry) => (
              <Spotlight.Action
                key={entry.id}
                label={entry.label}
                description={entry.description}
                leftSection={<MenuIcon name={entry.icon} />}
                onClick={() => go(entry)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {sections.length === 0 && <Spotlight.Empty>Nothing has this name.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

export default Palette
