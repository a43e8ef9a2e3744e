# Read by lab/lib.sh: KEY=value, the rest of the line is the value.
# For the kernel and for Debian.
KARCH=i386
DEB_ARCH=i386
CROSS_PREFIX=i686-linux-gnu-
KIMAGE=arch/x86/boot/bzImage
# For QEMU: the program, its package, the machine, the virtio-serial device of the machine's bus.
QEMU=qemu-system-i386
QEMU_PACKAGE=qemu-system-x86
# A processor of AMD of that model is not good for SMP, says a warning.
QEMU_ARGS=-machine pc -cpu max,vendor=GenuineIntel
QEMU_SERIAL=virtio-serial-pci
# For the kernel's command line.
CMDLINE=console=ttyS0 earlycon=uart8250,io,0x3f8,115200n8
