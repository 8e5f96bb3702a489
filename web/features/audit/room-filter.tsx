import { FailedList } from '#web/features/errors/failed-list.tsx';
import { useRooms } from '#web/features/folders/copies/rooms-query.ts';
import { Select } from '#web/ui/forms/select.tsx';

interface RoomFilterProps {
  value: string;
  onChange: (roomId: string) => void;
}

/** Filters by a room, of those that the administrator may read. */
export function RoomFilter({ value, onChange }: RoomFilterProps) {
  const list = useRooms();
  const rooms = list.data?.filter(({ needsEmergencyAccess }) => !needsEmergencyAccess) ?? [];
  if (rooms.length === 0) return <FailedList lists={[list]} summary="The rooms could not be loaded" />;
  return (
    <Select
      label="Room"
      options={[
        { value: '', label: 'Any' },
        ...rooms.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
