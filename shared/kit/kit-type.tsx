import { UserAvatar, UserCard } from '@lamella/shared/blocks'
import { Figure, formatDuration, formatFileSize, formatNumber, formatSpeed, Logo, TimeAgo } from '@lamella/shared/ui'
import { Anchor, Text, Title } from '@mantine/core'
import { KitRow, KitSection } from './kit-section.tsx'

const people = ['Mara Lindqvist', 'Jonas Weber', 'Aiko Tanaka', 'Samuel Okafor', 'Lena Fischer']

export function KitType() {
  return (
    <>
      <KitSection title="Type">
        <Text component="div" fz={24} lh="32px" fw={600} lts="-0.018em">
          Page title 24/32 600
        </Text>
        <Title order={3}>Card title 15/22 600</Title>
        <Text>Body 14/20 400, the default</Text>
        <Text fz={13} c="var(--lm-text2)">
          Table and secondary 13/20, with <Anchor href="#type">a link</Anchor>
        </Text>
        <Text fz={12} lh="16px" fw={500} c="var(--lm-text3)">
          Caption, axis, table head 12/16 500
        </Text>
        <KitRow>
          <Figure value={formatNumber(1247.6, 1)} unit="µm²" label="Mean area" />
          <Figure value={formatNumber(null)} label="Undefined is a dash" />
        </KitRow>
      </KitSection>
      <KitSection title="Logo, people, formats">
        <KitRow>
          <Logo />
          <Logo markOnly size={32} />
        </KitRow>
        <KitRow>
          {people.map((name) => (
            <UserAvatar key={name} name={name} />
          ))}
          <UserAvatar name="Elena Petrova" inactive />
        </KitRow>
        <KitRow>
          <UserCard
            name="Mara Lindqvist"
            user={{ fullName: 'Mara Lindqvist', email: 'mara@lab.example' }}
            picture={<UserAvatar name="Mara Lindqvist" size={36} />}
          />
          <UserCard name="Unknown" user={null} />
        </KitRow>
        <KitRow>
          <Text fz={13} c="var(--lm-text2)">
            {[formatFileSize(48.2 * 1024 ** 2), formatSpeed(5.4 * 1024 ** 2), formatDuration(3725)].join(', ')},{' '}
            <TimeAgo date={new Date(Date.now() - 3 * 3_600_000)} />
          </Text>
        </KitRow>
      </KitSection>
    </>
  )
}
