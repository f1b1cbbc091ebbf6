import { ActionIcon, Alert, Burger, Button, Collapse, Drawer, Menu, Popover } from '@mantine/core'
import { IconAlertCircle, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { KitRow, KitSection } from './kit-section.tsx'

function Menus() {
  const [order, setOrder] = useState('newest')
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label="More actions">
            <IconDots size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}>Edit details</Menu.Item>
          <Menu.Item disabled>Leave project</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="var(--lm-bad)" leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}>
            Delete project
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Menu>
        <Menu.Target>
          <Button variant="default">Order</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Order</Menu.Label>
          <Menu.RadioGroup value={order} onChange={setOrder}>
            <Menu.RadioItem value="newest">Newest first</Menu.RadioItem>
            <Menu.RadioItem value="oldest">Oldest first</Menu.RadioItem>
            <Menu.RadioItem value="name" disabled>
              Name
            </Menu.RadioItem>
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** Components that open: menus, a popover, a drawer, a collapse. And the notice that stays in a form. */
export function KitOpening() {
  const [drawer, setDrawer] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  return (
    <KitSection title="What opens, what stays">
      <KitRow>
        <Menus />
        <Popover width={260}>
          <Popover.Target>
            <Button variant="default">Details</Button>
          </Popover.Target>
          <Popover.Dropdown aria-label="Details">38 images, 12 jobs, 1,204 annotations</Popover.Dropdown>
        </Popover>
        <Burger size="sm" opened={drawer} onClick={() => setDrawer(!drawer)} aria-label="Open the drawer" />
        <Button variant="subtle" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {unfolded ? 'Fold' : 'Unfold'}
        </Button>
      </KitRow>
      <Collapse expanded={unfolded}>What was folded away.</Collapse>
      <Drawer opened={drawer} onClose={() => setDrawer(false)} title="Drawer">
        It lies over the page until it is closed.
      </Drawer>
      <Alert color="red" icon={<IconAlertCircle size={18} stroke={1.6} aria-hidden />} mt={10}>
        The email address or the password is wrong.
      </Alert>
    </KitSection>
  )
}
