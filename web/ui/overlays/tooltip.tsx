import { Tooltip as Primitive } from 'radix-ui';
import { useEffect, useState } from 'react';

interface TooltipProps {
  anchor: Element;
  text: string;
  onClose: () => void;
}

export function Tooltip({ anchor, text, onClose }: TooltipProps) {
  const [{ top, left, width, height }, setRect] = useState(() => anchor.getBoundingClientRect());
  useEffect(() => {
    // A list can replace the row of its button while the tooltip opens or is shown.
    const follow = () => (anchor.isConnected ? setRect(anchor.getBoundingClientRect()) : onClose());
    follow();
    const observer = new MutationObserver(() => anchor.isConnected || onClose());
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [anchor, onClose]);
  useEffect(() => {
    addEventListener('scroll', onClose, { capture: true, passive: true });
    return () => removeEventListener('scroll', onClose, { capture: true });
  }, [onClose]);
  if (!anchor.isConnected) return null;
  return (
    <Primitive.Provider>
      <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
        <Primitive.Trigger asChild>
          {/* Covers the anchor: Radix would replace the anchor itself with its own trigger and render it again. */}
          <span
            aria-hidden="true"
            className="pointer-events-none fixed"
            style={{ top, left, width, height }}
          />
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            data-tooltip-content=""
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-appear rounded-md bg-ink px-2 py-1 text-canvas text-xs shadow-popup"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
