import Camera from 'lucide-react/icons/camera';
import { type ChangeEvent, useRef } from 'react';
import { nameOf } from '#shared/domain/format.ts';
import { shrinkImage } from '#web/lib/browser/shrink-image.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useSignedInUser } from '../current-user.ts';
import { PICTURE_FAILED, useRemoveAvatar, useSetAvatar } from './profile-api.ts';

const FRAME = { width: 256, height: 256, isCropped: true };

/** The user's picture, with buttons that change and remove it. */
export function AvatarField() {
  const user = useSignedInUser();
  const set = useSetAvatar();
  const remove = useRemoveAvatar();
  const input = useRef<HTMLInputElement>(null);
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Lets the same file be chosen again after a failure.
    target.value = '';
    if (!file) return;
    const image = await shrinkImage(file, FRAME).catch((error: Error) => {
      toast({ title: PICTURE_FAILED, description: error.message, variant: 'destructive' });
      return null;
    });
    if (image !== null) set.mutate(image);
  };
  return (
    <div className="flex items-center gap-4">
      <Avatar name={nameOf(user)} image={user.avatar} size="large" />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label="Picture"
        onChange={(event) => void upload(event)}
        hidden
      />
      <div className="flex flex-wrap gap-2">
        <Button icon={Camera} busy={set.isPending} onClick={() => input.current?.click()}>
          {user.avatar === undefined ? 'Add Picture' : 'Change Picture'}
        </Button>
        {user.avatar !== undefined && (
          <Button variant="ghost" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}
