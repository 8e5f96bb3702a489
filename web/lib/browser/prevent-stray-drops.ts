/** Refuses files that are dropped where nothing takes them, as on a page that is still loading: the browser would leave the app to show them. */
export function preventStrayDrops(): void {
  const preventDrop = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    // Whatever takes them says otherwise after this.
    if (event.type === 'dragover') event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', preventDrop);
  addEventListener('drop', preventDrop);
}
