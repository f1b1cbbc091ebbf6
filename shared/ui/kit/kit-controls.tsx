import {
  ActionIcon,
  Button,
  Checkbox,
  Kbd,
  Menu,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Slider,
  Switch,
  Tabs,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { IconDots, IconPencil, IconPhoto, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FilterField } from '../inputs/filter-field.tsx'
import { PasswordChecklist } from '../inputs/password-checklist.tsx'
import { TabCount } from '../layout/tab-count.tsx'
import { KitRow, KitSection } from './kit-section.tsx'

function Buttons() {
  return (
    <KitSection title="Buttons">
      <KitRow>
        <Button>Start upload</Button>
        <Button variant="default">View all</Button>
        <Button variant="subtle">Resend</Button>
        <Button variant="light">Deploy</Button>
      </KitRow>
      <KitRow>
        <Button color="red">Delete</Button>
        <Button disabled>Log in</Button>
        <Button loading>Loading</Button>
        <Button size="xs" variant="default">
          Small
        </Button>
        <Button size="md">Wide form</Button>
      </KitRow>
      <KitRow>
        <ActionIcon aria-label="Image library">
          <IconPhoto size={18} stroke={1.6} />
        </ActionIcon>
        <Tooltip label="Refresh projects list">
          <ActionIcon variant="default" aria-label="Refresh projects list">
            <IconRefresh size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <ActionIcon disabled aria-label="Delete">
          <IconTrash size={18} stroke={1.6} />
        </ActionIcon>
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label="More actions">
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />}>Edit details</Menu.Item>
            <Menu.Divider />
            <Menu.Item color="var(--lm-bad)" leftSection={<IconTrash size={16} stroke={1.7} />}>
              Delete project
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Kbd>⌘ K</Kbd>
      </KitRow>
    </KitSection>
  )
}

function Fields() {
  const [filter, setFilter] = useState('')
  const [password, setPassword] = useState('Mikro7')
  return (
    <KitSection title="Fields">
      <TextInput label="Name" defaultValue="Reference panel" mb={12} />
      <TextInput
        label="Email"
        defaultValue="mara@nordlund"
        error="Please provide a valid email address!"
        mb={12}
        autoComplete="off"
      />
      <PasswordInput
        label="Password"
        description="8 to 128 characters"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="new-password"
        mb={8}
      />
      <PasswordChecklist password={password} />
      <TextInput label="Organization" disabled defaultValue="Nordlund Lab" mt={12} mb={12} />
      <KitRow>
        <FilterField label="Filter projects" value={filter} onChange={setFilter} />
        <Select
          aria-label="Order"
          variant="filled"
          w={140}
          data={['Newest first', 'Oldest first', 'Name']}
          defaultValue="Newest first"
        />
      </KitRow>
    </KitSection>
  )
}

function Choices() {
  const preset = useId()
  return (
    <KitSection title="Choices">
      <KitRow>
        <Checkbox label="Outlines" defaultChecked />
        <Checkbox label="ROI only" />
        <Radio name={preset} label="Quick" defaultChecked />
        <Radio name={preset} label="Extended" />
      </KitRow>
      <KitRow>
        <Switch label="On" defaultChecked />
        <Switch label="Off" />
        <SegmentedControl data={['Outlines', 'Filled', 'Off']} aria-label="Overlay" />
      </KitRow>
      <Slider defaultValue={42} thumbLabel="Threshold" my={12} />
      <Tabs defaultValue="available">
        <Tabs.List aria-label="Scope">
          <Tabs.Tab value="available" rightSection={<TabCount count={38} />}>
            Available
          </Tabs.Tab>
          <Tabs.Tab value="processing" rightSection={<TabCount count={2} />}>
            Processing
          </Tabs.Tab>
          <Tabs.Tab value="failed">Failed</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="available" pt={8}>
          38 images are available.
        </Tabs.Panel>
        <Tabs.Panel value="processing" pt={8}>
          2 images are processing.
        </Tabs.Panel>
        <Tabs.Panel value="failed" pt={8}>
          No image failed.
        </Tabs.Panel>
      </Tabs>
    </KitSection>
  )
}

export function KitControls() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
    </>
  )
}
