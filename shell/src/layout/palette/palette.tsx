import type { CurrentUser } from '@lamella/shared/contract'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { IconSearch } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { MenuIcon } from '../side-menu/menu-icons.tsx'
import type { PortalMenu } from '../use-menu.ts'
import css from './palette.module.css'
import { actionEntries } from './palette-actions.ts'
import { imageEntries, type PaletteEntry, pageEntries, projectEntries, searchSections } from './palette-entries.ts'
import { useImageSearch } from './use-image-search.ts'
import { useProjectSearch } from './use-project-search.ts'

export interface PaletteProps {
  user: CurrentUser
  menu: PortalMenu
  /** Whether the dashboard's guided tour is offered. */
  tour: boolean
  opened: boolean
  query: string
  onQueryChange: (query: string) => void
  /** Is given the field of the query. */
  field: RefObject<HTMLInputElement | null>
  onClose: () => void
}

const [store, spotlight] = createSpotlight()

const listId = 'palette-entries'
const optionId = ({ id }: PaletteEntry): string => `palette-${id}`

/** Command palette: finds projects, images, pages and actions by name. */
const Palette = ({
  user,
  menu: { tree, header, pages },
  tour,
  opened,
  query,
  onQueryChange,
  field,
  onClose,
}: PaletteProps) => {
  const navigate = useNavigate()
  const projects = useProjectSearch(opened, query)
  const images = useImageSearch(opened ? query : '')
  const [selected, setSelected] = useState(-1)
  useEffect(() => {
    if (opened) spotlight.open()
    else spotlight.close()
  }, [opened])
  // However the text came: keys that were pressed before the field was there do not pass through it. Also when it is opened anew.
  useEffect(() => {
    const first = opened && query !== '' ? 0 : -1
    setSelected(first)
    store.updateState((state) => ({ ...state, selected: first }))
  }, [opened, query])

  const sections = searchSections(
    [
      { label: 'Projects', entries: projectEntries(projects) },
      { label: 'Images', entries: query.trim() === '' ? [] : imageEntries(images) },
      { label: 'Pages', entries: [...pageEntries(tree, header), ...pages] },
      { label: 'Actions', entries: actionEntries({ user, tour }) },
    ],
    query,
  )
  const entries = sections.flatMap((section) => section.entries)
  const chosen = entries[selected]
  const go = ({ target }: PaletteEntry): void => {
    if (typeof target === 'string') void navigate(target)
    else target()
  }
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={onQueryChange}
      // Spotlight's own key handler has run; it changes the selection without an event.
      onKeyDown={() => setSelected(store.getState().selected)}
      onSpotlightClose={onClose}
      scrollable
      maxHeight={440}
      size={560}
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      classNames={{
        actionsList: css.list,
        actionsGroup: css.group,
        action: css.action,
        actionSection: css.icon,
        actionDescription: css.description,
      }}
      attributes={{ content: { 'aria-label': 'Go to' } }}
    >
      <Spotlight.Search
        ref={field}
        // Framed by the dialog: a focus halo would be cut off at its edges.
        variant="unstyled"
        placeholder="Go to a project, an image or a page"
        aria-label="Go to a project, an image or a page"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? listId : undefined}
        aria-activedescendant={chosen && optionId(chosen)}
      />
      <Spotlight.ActionsList>
        {entries.length > 0 && (
          <div id={listId} role="listbox" aria-label="Found">
            {sections.map(({ label, entries }) => (
              <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
                {entries.map((entry) => (
                  <Spotlight.Action
                    key={entry.id}
                    // Spotlight does not pass `id` on to its element.
                    ref={(option) => option?.setAttribute('id', optionId(entry))}
                    role="option"
                    aria-selected={entry === chosen}
                    data-selected={entry === chosen || undefined}
                    label={entry.label}
                    description={entry.description}
                    leftSection={<MenuIcon name={entry.icon} />}
                    onClick={() => go(entry)}
                  />
                ))}
              </Spotlight.ActionsGroup>
            ))}
          </div>
        )}
        <div role="status">{entries.length === 0 && <Spotlight.Empty>No matches.</Spotlight.Empty>}</div>
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

export default Palette
